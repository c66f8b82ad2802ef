/** How often a page looks whether its session is still open. Looking is no use of the session. */
const pauseMs = 30_000;
/** A session ends after half an hour without use; by then a page goes even if the console does not answer. */
const unansweredMsMax = 30 * 60_000;

const channel = new BroadcastChannel("rewards-session");
let openMs = Date.now();

/** Takes what the page shows off the screen. */
function leave(): void {
  document.body.replaceChildren();
  location.replace("/login");
}

const mark = document.querySelector<HTMLMetaElement>("meta[name=session]")?.content;

async function look(): Promise<void> {
  const status = await fetch(`/session/${mark}`, { redirect: "error" }).then(
    (answer) => answer.status,
    () => undefined,
  );
  if (status === 204) openMs = Date.now();
  if (status === 401 || Date.now() - openMs > unansweredMsMax) leave();
}

if (mark !== undefined) {
  setInterval(look, pauseMs);
  channel.addEventListener("message", look);
  addEventListener("visibilitychange", look);
} else {
  // A page of somebody who is not logged in, such as after the log-out: the other tabs look at once.
  channel.postMessage("look");
}
