import { type Chart, showChart } from "./chart.ts";

/** Replaces the parts that changed, except the part that has the keyboard focus. */
function showParts(parts: Readonly<Record<string, string>>): void {
  for (const [id, html] of Object.entries(parts)) {
    const part = document.getElementById(id);
    if (part && part.dataset["html"] !== html && !part.contains(document.activeElement)) {
      part.innerHTML = html;
      part.dataset["html"] = html;
    }
  }
}

function say(sentence: string): void {
  const state = document.getElementById("live-state");
  if (state && state.textContent !== sentence) state.textContent = sentence;
}

function listen(path: string): void {
  const stream = new EventSource(path);
  const on = (name: string, take: (data: string) => void) =>
    stream.addEventListener(name, (event: MessageEvent<string>) => take(event.data));
  on("parts", (data) => {
    showParts(JSON.parse(data) as Record<string, string>);
    say("Live: new every two seconds.");
  });
  on("charts", (data) => {
    for (const chart of JSON.parse(data) as Chart[]) showChart(chart);
  });
  on("fault", say);
  on("end", () => {
    stream.close();
    say("You are logged out: reload the page.");
  });
  stream.addEventListener("error", () => say("The connection to the console is lost; it is tried again."));
}

const live = document.getElementById("live");
if (live?.dataset["path"] !== undefined) listen(live.dataset["path"]);
