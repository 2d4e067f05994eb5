"""Reads a template as Jinja parses it, and follows what its names mean through includes, macros and loops.

A view gives the types of the names. Reported: a name no view gives, an attribute its type does not have, a
name of the view that no template uses, and a field of one of the program's own dataclasses that no
template uses.
"""

import inspect
from collections.abc import Mapping
from dataclasses import is_dataclass
from typing import Any, get_type_hints

from jinja2 import Environment, nodes

from app.web.views import PAGE_NAMES, View
from tests.architecture import template_types as kinds
from tests.architecture.template_types import ANYTHING, NUMBER, TEXT, Types, union

GLOBALS = frozenset(
    {
        "asset",
        "t",
        "tn",
        "faction_of",
        "faction_shapes",
        "range",
        "dict",
        "namespace",
        "loop",
        "self",
        "super",
        "caller",
        "varargs",
        "kwargs",
    }
)
KEEPS_ELEMENTS = frozenset(
    {"list", "sort", "reverse", "unique", "select", "reject", "selectattr", "rejectattr", "batch", "slice"}
)
GIVES_ELEMENT = frozenset({"first", "last", "random", "min", "max"})
GIVES_NUMBER = frozenset({"length", "count", "int", "float", "abs", "round", "sum", "wordcount"})
_NONE: Types = frozenset({type(None)})


def spread_out(view: type[View]) -> tuple[dict[str, Types], Types, dict[str, Types]]:
    """The view's own names, its frame, and the names of the frame and of the parts that stand beside."""
    own = {name: kind for name, kind in kinds.fields_of(view).items() if name not in ("template", "part")}
    frame = own.pop("frame", frozenset())
    around: dict[str, Types] = {}
    parts = [name for name, held in own.items() if all(_is_view(each) for each in held)]
    for name in parts:
        for part in own.pop(name):
            its_own, _, beside = spread_out(part)
            around |= beside | its_own
    around |= {name: kind for each in frame for name, kind in kinds.fields_of(each).items()}
    return own, frame, around


def _is_view(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, View)


class Reading:
    """Everything found so far: `wrong` sentences, and the (class, field) pairs some template used."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.wrong: set[str] = set()
        self.used: set[tuple[type, str]] = set()
        self._trees: dict[str, nodes.Template] = {}
        self._seen: dict[Any, Types] = {}

    def tree(self, name: str) -> nodes.Template:
        """A parsed template."""
        if name not in self._trees:
            source, _, _ = self.environment.loader.get_source(self.environment, name)  # type: ignore[union-attr]
            self._trees[name] = self.environment.parse(source, name)
        return self._trees[name]

    def view(self, view: type[View]) -> None:
        """Check a view against its template, and against its part, in both directions."""
        own, frame, around = spread_out(view)
        page = {**dict.fromkeys(PAGE_NAMES, ANYTHING), **around, **own}
        used = self._names_used(view.template, page)
        if view.part is not None:
            self._names_used(view.part, {**around, **own})
        self.used |= {(each, name) for each in frame for name in used if name in kinds.fields_of(each)}
        self.wrong |= {f"{view.__name__}.{name} is used by no template" for name in own.keys() - used}

    def _names_used(self, template: str, names: Mapping[str, Types]) -> set[str]:
        walk = Walk(self, template, [dict(names)])
        walk.template()
        return walk.names_used

    def macro(self, macro: kinds.Macro, given: list[Types], named: dict[str, Types], caller: bool) -> Types:
        """Check a macro's body with the types it is called with; it sees its own template, not the page."""
        node = next(n for n in self.tree(macro.template).find_all(nodes.Macro) if n.name == macro.name)
        key = (macro, tuple(given), tuple(sorted(named.items(), key=lambda each: each[0])), caller)
        if key in self._seen:
            return self._seen[key]
        self._seen[key] = TEXT
        module = Walk(self, macro.template, [{}])
        module.head()
        names = [argument.name for argument in node.args]
        defaults = dict(zip(names[len(names) - len(node.defaults) :], node.defaults, strict=True))
        values = dict(zip(names, given, strict=False)) | named
        for name in names:
            if name not in values and name not in defaults:
                self.wrong.add(f"{macro.template}: {macro.name} is called without {name}")
            if name not in values:
                values[name] = module.value(defaults[name]) if name in defaults else ANYTHING
        if surplus := sorted(named.keys() - set(names)):
            self.wrong.add(f"{macro.template}: {macro.name} takes no {', '.join(surplus)}")
        if len(given) > len(names):
            self.wrong.add(f"{macro.template}: {macro.name} takes {len(names)} values, not {len(given)}")
        Walk(self, macro.template, [*module.scopes, values]).body(node.body)
        return TEXT

    def unused(self, *packages: str) -> set[str]:
        """Fields of dataclasses of these packages that templates met, but that none of them used."""
        met = {kind for kind, _ in self.used if kind.__module__.startswith(packages)}
        return {
            f"{kind.__name__}.{name} is used by no template"
            for kind in met
            for name in get_type_hints(kind)
            if (kind, name) not in self.used
            and not _reads_itself(kind, name)
            and not any((above, name) in self.used for above in (*kind.__mro__, *kind.__subclasses__()))
        }


def _reads_itself(kind: type, name: str) -> bool:
    """Whether a property of the class, which templates use, is made of the field."""
    made = [each.fget for each in vars(kind).values() if isinstance(each, property) and each.fget]
    return any(f"self.{name}" in inspect.getsource(each) for each in made)


class Walk:
    """One template being read, with the names that are visible at this place (innermost scope last)."""

    def __init__(self, reading: Reading, name: str, scopes: list[dict[str, Types]]) -> None:
        self.reading = reading
        self.name = name
        self.scopes = scopes
        self.names_used: set[str] = set()
        self.blocks: dict[str, list[tuple[str, nodes.Block]]] = {}

    def template(self) -> None:
        """The whole template, with what it extends: the block of the outermost child is the one shown."""
        chain = [self.name]
        while (extended := self.reading.tree(chain[-1]).find(nodes.Extends)) is not None:
            chain.append(self._constant(extended.template))
        for name in chain:
            for block in self.reading.tree(name).find_all(nodes.Block):
                self.blocks.setdefault(block.name, []).append((name, block))
        for name in chain:
            self.name = name
            self.body(self.reading.tree(name).body, top=name != chain[-1])

    def head(self) -> None:
        """Only what a template defines: imports, sets and macros."""
        for node in self.reading.tree(self.name).body:
            if isinstance(
                node, nodes.Macro | nodes.Import | nodes.FromImport | nodes.Assign | nodes.AssignBlock
            ):
                self.statement(node)

    def body(self, body: list[nodes.Node], *, top: bool = False) -> None:
        """A list of statements; at the top of a template that extends another, no block is shown."""
        for node in body:
            if not (top and isinstance(node, nodes.Block | nodes.Output)):
                self.statement(node)

    def _inner(self, names: dict[str, Types], body: list[nodes.Node]) -> None:
        self.scopes.append(names)
        self.body(body)
        self.scopes.pop()

    def statement(self, node: nodes.Node) -> None:
        """One statement of a template."""
        method = getattr(self, f"_on_{type(node).__name__.lower()}", None)
        if method is None:
            self._wrong(node, f"the contract cannot read {type(node).__name__}")
        else:
            method(node)

    def _on_extends(self, node: nodes.Extends) -> None:
        """Followed by `template`."""

    def _on_output(self, node: nodes.Output) -> None:
        for each in node.nodes:
            self.value(each)

    def _on_exprstmt(self, node: nodes.ExprStmt) -> None:
        self.value(node.node)

    def _on_block(self, node: nodes.Block) -> None:
        here, (self.name, shown) = self.name, self.blocks.get(node.name, [(self.name, node)])[0]
        self._inner({}, shown.body)
        self.name = here

    def _on_if(self, node: nodes.If) -> None:
        self.value(node.test)
        self.body(node.body)
        for each in node.elif_:
            self._on_if(each)
        self.body(node.else_)

    def _on_for(self, node: nodes.For) -> None:
        self._target(scope := {"loop": ANYTHING}, node.target, kinds.element(self.value(node.iter)))
        self.scopes.append(scope)
        if node.test is not None:
            self.value(node.test)
        self.body(node.body)
        self.scopes.pop()
        self.body(node.else_)

    def _on_with(self, node: nodes.With) -> None:
        scope: dict[str, Types] = {}
        for target, value in zip(node.targets, node.values, strict=True):
            self._target(scope, target, self.value(value))
        self._inner(scope, node.body)

    def _on_assign(self, node: nodes.Assign) -> None:
        self._target(self.scopes[-1], node.target, self.value(node.node))

    def _on_assignblock(self, node: nodes.AssignBlock) -> None:
        self._inner({}, node.body)
        self._target(self.scopes[-1], node.target, TEXT)

    def _on_filterblock(self, node: nodes.FilterBlock) -> None:
        for each in node.filter.args:
            self.value(each)
        self._inner({}, node.body)

    def _on_macro(self, node: nodes.Macro) -> None:
        self.scopes[-1][node.name] = frozenset({kinds.Macro(self.name, node.name)})

    def _on_fromimport(self, node: nodes.FromImport) -> None:
        template = self._constant(node.template)
        known = {macro.name for macro in self.reading.tree(template).find_all(nodes.Macro)}
        for each in node.names:
            name, alias = each if isinstance(each, tuple) else (each, each)
            if name not in known:
                self._wrong(node, f"{template} has no macro {name}")
            self.scopes[-1][alias] = frozenset({kinds.Macro(template, name)}) if name in known else ANYTHING

    def _on_import(self, node: nodes.Import) -> None:
        self.scopes[-1][node.target] = frozenset({kinds.Module(self._constant(node.template))})

    def _on_include(self, node: nodes.Include) -> None:
        here, self.name = self.name, self._constant(node.template)
        self._inner({}, self.reading.tree(self.name).body)
        self.name = here

    def _on_callblock(self, node: nodes.CallBlock) -> None:
        self._call(node.call, caller=True)
        self._inner({argument.name: ANYTHING for argument in node.args}, node.body)

    def _target(self, scope: dict[str, Types], target: nodes.Node, value: Types) -> None:
        if isinstance(target, nodes.Name):
            scope[target.name] = union(scope.get(target.name, frozenset()), value)
        elif isinstance(target, nodes.Tuple):
            for each, part in zip(target.items, kinds.parts(value, len(target.items)), strict=True):
                self._target(scope, each, part)

    def _constant(self, node: nodes.Node) -> str:
        assert isinstance(node, nodes.Const), f"{self.name}:{node.lineno}: a template is named by a constant"
        return str(node.value)

    def _wrong(self, node: nodes.Node, sentence: str) -> None:
        self.reading.wrong.add(f"{self.name}:{node.lineno}: {sentence}")

    def value(self, node: nodes.Node) -> Types:
        """What an expression gives; everything in it is checked."""
        match node:
            case nodes.Name():
                return self._name(node)
            case nodes.Getattr():
                return self._attribute(node, self.value(node.node), node.attr)
            case nodes.Getitem():
                return self._item(node)
            case nodes.Call():
                return self._call(node)
            case nodes.Filter():
                return self._filter(node)
            case nodes.Const():
                return frozenset({type(node.value)})
            case nodes.CondExpr():
                self.value(node.test)
                return union(self.value(node.expr1), self.value(node.expr2) if node.expr2 else TEXT)
            case nodes.And() | nodes.Or():
                return union(self.value(node.left), self.value(node.right))
            case nodes.List():
                return frozenset({kinds.Sequence(union(*map(self.value, node.items)))})
            case nodes.Tuple():
                return frozenset({kinds.Tuple(tuple(map(self.value, node.items)))})
            case nodes.Dict():
                return self._literal(node)
        for each in node.iter_child_nodes():
            self.value(each)
        return TEXT if isinstance(node, nodes.TemplateData | nodes.Concat) else ANYTHING

    def _name(self, node: nodes.Name) -> Types:
        for scope in reversed(self.scopes):
            if node.name in scope:
                if scope is self.scopes[0]:
                    self.names_used.add(node.name)
                return scope[node.name]
        if node.name not in GLOBALS:
            self._wrong(node, f"no view gives {node.name}")
        return ANYTHING

    def _attribute(self, node: nodes.Node, of: Types, name: str) -> Types:
        found: list[Types] = []
        for kind in of:
            if kind is type(None):
                continue
            if isinstance(kind, kinds.Module):
                found.append(frozenset({kinds.Macro(kind.template, name)}))
                continue
            given = kinds.attribute(kind, name)
            if given is None:
                self._wrong(node, f"{getattr(kind, '__name__', kind)} has no {name}")
            elif isinstance(kind, type) and is_dataclass(kind):
                self.reading.used.add((kind, name))
            found.append(given or ANYTHING)
        return union(*found) if found else ANYTHING

    def _item(self, node: nodes.Getitem) -> Types:
        of = self.value(node.node)
        if isinstance(node.arg, nodes.Const) and isinstance(node.arg.value, str):
            return self._attribute(node, of, node.arg.value)
        self.value(node.arg)
        sequences = all(isinstance(kind, kinds.Sequence | kinds.Tuple) for kind in of)
        if sequences and isinstance(node.arg, nodes.Slice):
            return of
        return kinds.element(of) if sequences else ANYTHING

    def _literal(self, node: nodes.Dict) -> Types:
        items = [(pair.key, self.value(pair.value)) for pair in node.items]
        if not all(isinstance(key, nodes.Const) for key, _ in items):
            return ANYTHING
        return frozenset({kinds.Literal(tuple((str(key.value), value) for key, value in items))})  # type: ignore[attr-defined]

    def _call(self, node: nodes.Call, *, caller: bool = False) -> Types:
        of = self.value(node.node)
        given = [self.value(each) for each in node.args]
        named = {each.key: self.value(each.value) for each in node.kwargs}
        results: list[Types] = []
        for kind in of:
            if isinstance(kind, kinds.Macro):
                results.append(self.reading.macro(kind, given, named, caller))
            else:
                results.append(kind.gives if isinstance(kind, kinds.Method) else ANYTHING)
        return union(*results) if results else ANYTHING

    def _filter(self, node: nodes.Filter) -> Types:
        if node.node is None:
            return TEXT
        if node.name in ("default", "d"):
            return union(self.value(node.node), *map(self.value, node.args)) - _NONE or _NONE
        of = self.value(node.node)
        arguments = [self.value(each) for each in node.args]
        inner = kinds.element(of)
        if node.name in ("selectattr", "rejectattr", "groupby") and isinstance(node.args[0], nodes.Const):
            by = self._attribute(node, inner, node.args[0].value)
            if node.name == "groupby":
                group = kinds.Literal((("grouper", by), ("list", frozenset({kinds.Sequence(inner)}))))
                return frozenset({kinds.Sequence(frozenset({group}))})
        if node.name == "map":
            named = next((each.value for each in node.kwargs if each.key == "attribute"), None)
            if isinstance(named, nodes.Const):
                return frozenset({kinds.Sequence(self._attribute(node, inner, named.value))})
            return ANYTHING
        if node.name in KEEPS_ELEMENTS:
            return frozenset({kinds.Sequence(inner)}) if node.name not in ("batch", "slice") else ANYTHING
        if node.name in GIVES_ELEMENT:
            return inner
        del arguments
        return NUMBER if node.name in GIVES_NUMBER else TEXT
