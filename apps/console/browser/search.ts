/** How long the typing must rest before the next look. */
const restMs = 200;
const typedMin = 3;

const input = document.querySelector<HTMLInputElement>("input[type=search][name=q]");
const hits = document.getElementById("hits");

/** Shows what the text finds, unless it has changed meanwhile. */
async function look(box: HTMLInputElement, list: HTMLElement): Promise<void> {
  const text = box.value.trim();
  if (text.length < typedMin) return hide(list);
  const answer = await fetch(`/find/hits?q=${encodeURIComponent(text)}`, { redirect: "error" });
  if (!answer.ok || text !== box.value.trim()) return;
  list.innerHTML = await answer.text();
  list.hidden = list.querySelector("a") === null;
}

function hide(list: HTMLElement): void {
  list.hidden = true;
}

/** Whether a key would be typed into something. */
const isTyping = () => document.activeElement?.matches("input, textarea, select") === true;

if (input && hits) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    // Without an answer there is the page of the search.
    timer = setTimeout(() => void look(input, hits).catch(() => hide(hits)), restMs);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !isTyping() && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      input.focus();
    }
    if (event.key === "Escape") hide(hits);
  });
  document.addEventListener("click", ({ target }) => {
    if (target instanceof Node && !hits.contains(target)) hide(hits);
  });
}
