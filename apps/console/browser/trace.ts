/** The first look at the page comes after a second; then ever later, since what waits long goes on waiting. */
const firstMs = 1_000;
const growth = 1.25;
const pauseMsMax = 15_000;
/** Each look counts as use of the session: nobody's tab keeps it open for much longer than they look. */
const followMsMax = 600_000;

const beganMs = performance.now();

/** Shows the record as it is now. Whoever is at work inside with the keyboard keeps what they have. */
async function look(part: HTMLElement): Promise<void> {
  const answer = await fetch(location.pathname, { redirect: "error" });
  if (!answer.ok) throw new Error(String(answer.status));
  const now = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("trace");
  if (!now) throw new Error("no trace");
  if (!part.contains(document.activeElement) && part.innerHTML !== now.innerHTML) part.innerHTML = now.innerHTML;
  part.dataset["state"] = now.dataset["state"] ?? "";
}

function follow(part: HTMLElement, pauseMs: number): void {
  const isSettled = part.dataset["state"] !== "open";
  if (isSettled || performance.now() - beganMs > followMsMax) {
    say(isSettled ? "Settled: it changes no more." : "Reload the page to follow it further.");
    return;
  }
  say("Live: changes show by themselves.");
  setTimeout(async () => {
    try {
      if (!document.hidden) await look(part);
      follow(part, Math.min(pauseMs * growth, pauseMsMax));
    } catch {
      say("The console does not answer: reload the page for the reason.");
    }
  }, pauseMs);
}

function say(sentence: string): void {
  const state = document.getElementById("trace-state");
  if (state && state.textContent !== sentence) state.textContent = sentence;
}

const trace = document.getElementById("trace");
if (trace) follow(trace, firstMs);
