/* A bar at the top of a page that is scrolled: it says what changed out of view, and leads there. live.js fetches this
   file when there is something to say. The page itself is never moved by news. */

const plain = (element) => element.textContent.replace(/\s+/g, " ").trim();
let present; // the bar that is shown: bar, target, said, watch

/* Say the first of `fresh`, or again what was said while its element in the page was replaced by one of `now`. */
export function tell(fresh, now) {
  const lost = present && !present.target.isConnected && present.said;
  const found = [...fresh, ...now.filter((each) => plain(each) === lost)];
  const first = found.find((each) => each.matches("[data-my-turn]")) ?? found[0];
  if (first?.isConnected) pointTo(first);
  else if (lost) show();
}

/* Say something of an element that is out of view; nothing where it is seen. */
export function pointTo(target, said = plain(target)) {
  const { top, bottom } = target.getBoundingClientRect();
  if (top >= 0 && bottom <= innerHeight) return show();
  const bar = document.createElement("button");
  Object.assign(bar, { type: "button", className: "pointer", textContent: `${top < 0 ? "↑" : "↓"} ${said}` });
  bar.onclick = () => {
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.scrollIntoView({ block: target.clientHeight < innerHeight / 2 ? "center" : "start" });
    target.focus({ preventScroll: true });
    show();
  };
  const seen = ([{ isIntersecting }]) => isIntersecting && present?.bar === bar && show();
  show({ bar, target, said, watch: new IntersectionObserver(seen, { threshold: 0.6 }) });
  present.watch.observe(target);
  document.body.append(bar);
}

function show(next) {
  present?.watch.disconnect();
  present?.bar.remove();
  present = next;
}
