/*
  Ticking cards off: how many were counted so far. Everything works without it.

  form[data-deck-check]     its cards are li[data-side][data-copies] with a box for all copies and a field for another number
  [data-counted=SIDE]       says how many cards of that list were counted, in the words of its data-words
*/

const form = document.querySelector("form[data-deck-check]");

function count() {
  for (const said of form.querySelectorAll("[data-counted]")) {
    let cards = 0;
    for (const line of form.querySelectorAll(`li[data-side="${said.dataset.counted}"]`)) {
      const typed = line.querySelector("input.other").value.trim();
      const ticked = line.querySelector("input[type=checkbox]").checked;
      cards += typed ? Number(typed) || 0 : ticked ? Number(line.dataset.copies) : 0;
    }
    said.textContent = said.dataset.words.replace("{counted}", cards);
  }
}

if (form) {
  form.addEventListener("input", count);
  count();
}
