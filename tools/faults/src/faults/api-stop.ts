import { send } from "@rewards/lab/client";
import { poll } from "@rewards/lab/poll";
import { rowFinding, unless } from "../check/book.ts";
import type { Attempt } from "../load/record.ts";
import type { World } from "../round/world.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const stops = 2;
const looksEveryMs = 10;
const unreadyMsMax = 60_000;

/** Acts like a load balancer: polls /readyz until the API refuses new calls or stops answering. */
async function awaitUnready(url: string): Promise<void> {
  const read = () =>
    send(url, { method: "GET", path: "/readyz" }).then(
      ({ status }) => status,
      () => 0,
    );
  await poll(read, (status) => status !== 200, unreadyMsMax, looksEveryMs);
}

/** Every call that the API had, or received in this period, has an answer. */
function expectAnswers({ expect }: World, api: string, fromMs: number, toMs: number): void {
  const isAsked = (attempt: Attempt) =>
    attempt.api === api && attempt.sentMs <= toMs && (attempt.doneMs ?? toMs) >= fromMs;
  expect(({ record }) =>
    record.calls.flatMap(({ call, attempts }) =>
      attempts
        .filter((attempt) => isAsked(attempt) && attempt.lost !== undefined)
        .map(({ lost }) =>
          rowFinding("failed", call.key, `no answer from ${api}, which was asked to stop: ${lost}`, call),
        ),
    ),
  );
}

export const apiStops: readonly Fault[] = [
  {
    name: "api-stopped-under-load",
    numbers: [31],
    summary: "SIGTERM of an API whose callers keep their connections and follow /readyz: every call is answered",
    holds: ["api"],
    // Without these, an answer may legitimately fail to come in time.
    needs: ["server", "postgres"],
    async inject(world, random) {
      const { fleet, load, expect } = world;
      for (let n = 0; n < stops; n += 1) {
        const api = random.pick(fleet.apis);
        const fromMs = performance.now();
        const ended = api.stop();
        await awaitUnready(api.url);
        load.avoid(api.name, true);
        expectAnswers(world, api.name, fromMs, performance.now());
        const code = await ended;
        expect(unless(code === 0, "failed", api.name, `ended with code ${code}`));
        await api.restart();
        load.avoid(api.name, false);
      }
      return nothingToHeal;
    },
  },
];
