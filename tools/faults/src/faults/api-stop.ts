import { setTimeout as delay } from "node:timers/promises";
import type { Attempt } from "../load/record.ts";
import type { World } from "../round/world.ts";
import { type Fault, nothingToHeal } from "./fault.ts";

const stops = 2;
const looksEveryMs = 10;

/** As whoever balances load: asks /readyz until the API says that it takes no more, or says nothing. */
async function awaitUnready(url: string): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    if (!isReady) return;
    await delay(looksEveryMs);
  }
}

/** Every call that the API had or was sent in these times has its answer. */
function expectAnswers({ expect }: World, api: string, fromMs: number, toMs: number): void {
  const isAsked = (attempt: Attempt) =>
    attempt.api === api && attempt.sentMs <= toMs && (attempt.doneMs ?? toMs) >= fromMs;
  expect(({ record }) =>
    record.calls.flatMap(({ call, attempts }) =>
      attempts
        .filter((attempt) => isAsked(attempt) && attempt.lost !== undefined)
        .map(({ lost }) => ({
          kind: "failed" as const,
          key: call.key,
          message: `no answer of ${api}, which was told to stop: ${lost}`,
          evidence: [call],
        })),
    ),
  );
}

export const apiStops: readonly Fault[] = [
  {
    name: "api-stopped-under-load",
    numbers: [31],
    summary: "SIGTERM of an API whose callers keep their connections and go by /readyz: none is without an answer",
    holds: ["api"],
    // Where these are away an answer may well fail to come in time.
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
        expect(() =>
          code === 0 ? [] : [{ kind: "failed", key: api.name, message: `ended with code ${code}`, evidence: [] }],
        );
        await api.restart();
        load.avoid(api.name, false);
      }
      return nothingToHeal;
    },
  },
];
