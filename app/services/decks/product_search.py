"""Finds products by their name, their cycle's name, their code, or the title of a card in them."""

from dataclasses import dataclass

from app.deckcheck.cards import Product
from app.deckcheck.catalog import Catalog
from app.deckcheck.folding import fold

MOST_FOUND = 30
_SHORTEST_TITLE = 3


@dataclass(frozen=True)
class FoundProduct:
    """A product that fits what was searched for; `because` names the card it was found by, if any."""

    code: str
    name: str
    cycle: str
    released: str
    because: str | None


def search_products(catalog: Catalog, words: str, most: int = MOST_FOUND) -> tuple[FoundProduct, ...]:
    """Products whose name, cycle or code has these words, then those with a card called so; newest first.

    Nothing for no words.
    """
    wanted = fold(words)
    if not wanted:
        return ()
    by_name = [product for product in catalog.products.values() if wanted in _names(catalog, product)]
    found = {product.code: (product, None) for product in _newest_first(by_name)}
    result: dict[str, tuple[Product, str | None]] = dict(found)
    if len(wanted) >= _SHORTEST_TITLE:
        for card in catalog.cards:
            if wanted in fold(card.title):
                for printing in card.printings:
                    result.setdefault(printing.product, (catalog.products[printing.product], card.title))
            if len(result) > most:
                break
    return tuple(_found(catalog, product, because) for product, because in list(result.values())[:most])


def _names(catalog: Catalog, product: Product) -> str:
    cycle = catalog.cycles.get(product.cycle)
    return " ".join((fold(product.name), product.code, fold(cycle.name) if cycle else ""))


def _newest_first(products: list[Product]) -> list[Product]:
    return sorted(products, key=lambda each: (each.released is not None, each.released), reverse=True)


def _found(catalog: Catalog, product: Product, because: str | None) -> FoundProduct:
    cycle = catalog.cycles.get(product.cycle)
    return FoundProduct(
        product.code,
        product.name,
        cycle.name if cycle and cycle.name != product.name else "",
        product.released.isoformat() if product.released else "",
        because,
    )
