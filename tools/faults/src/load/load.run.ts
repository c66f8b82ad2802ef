import { setTimeout as delay } from "node:timers/promises";
import { times } from "../list.ts";
import { createRandom } from "../random.ts";
import { type Call, replayKeyOf } from "./call.ts";
import { nextCall } from "./mix.ts";
import { readBack } from "./read-back.ts";
import { isAccepted, isUnknown, LoadRecord, type Recorded } from "./record.ts";
import { sendOnce } from "./send.ts";
import type { LoadState } from "./state.ts";

/** Calls that are repeated at the end of a round. */
const repeatedMax = 25;

export type Load = ReturnType<typeof startLoad>;

interface LoadOptions {
  readonly urls: readonly string[];
  readonly state: LoadState;
  readonly seed: readonly (string | number)[];
  /** Who call at the same time. Default: 20. */
  readonly callers?: number | undefined;
}

const thinkMsMax = 40;
const againMsMin = 40;
const againMsMax = 160;
/** A client gives up after this long; every fault is healed earlier. */
const giveUpMs = 20_000;
const readBackPercent = 25;

/** Clients of all APIs that send what the seed determines, and record every answer. */
export function startLoad({ urls, state, seed, callers = 20 }: LoadOptions) {
  const record = new LoadRecord();
  const clients = urls.map((url, n) => ({ name: `api-${n}`, url }));
  const avoided = new Set<string>();
  const usable = () => clients.filter(({ name }) => !avoided.has(name));
  let isStopped = false;

  /** Sends a call until its outcome is known or the client gives up; over one API if given. */
  async function send(call: Call, api?: number): Promise<Recorded> {
    // A separate generator, so that the order in which APIs answer does not change later draws.
    const random = createRandom(...seed, "send", record.calls.length);
    const recorded = record.begin(call);
    const startedMs = performance.now();
    for (;;) {
      const client = api === undefined ? random.pick(usable()) : (clients[api] as (typeof clients)[number]);
      const attempt = record.send(recorded, client.name);
      record.done(attempt, await sendOnce(client.url, call));
      if (isAccepted(attempt) && random.happens(readBackPercent))
        recorded.readBacks.push(...(await readBack(random.pick(usable()).url, call, attempt)));
      const isOpen = isUnknown(attempt) || attempt.status === 503;
      if (!isOpen || !call.isRepeatable || performance.now() - startedMs > giveUpMs) return recorded;
      await delay(random.int(againMsMin, againMsMax));
    }
  }

  const calling = times(callers, async (n) => {
    const random = createRandom(...seed, "caller", n);
    while (!isStopped) {
      await send(nextCall(random, state));
      await delay(random.int(0, thinkMsMax));
    }
  });
  return {
    record,
    state,
    send,
    /** Stops sending to an API, as a load balancer does with an unready one; `false` resumes. */
    avoid: (api: string, isAvoided: boolean) => void (isAvoided ? avoided.add(api) : avoided.delete(api)),
    /** Sends all at once. */
    burst: (calls: readonly Call[]) => Promise.all(calls.map((call) => send(call))),
    /** Stops the callers; resolves when each has its last answer. */
    async stop() {
      isStopped = true;
      await Promise.all(calling);
    },
    /** Repeats some accepted calls, which are settled by then: each must get the same answer. */
    async repeatSome() {
      await Promise.all(repeatedOf(record, seed).map((call) => send(call)));
    },
  };
}

/** Some accepted calls whose repeats get the first answer. */
function repeatedOf({ calls }: LoadRecord, seed: LoadOptions["seed"]): Call[] {
  const accepted = calls.filter(({ call, attempts }) => replayKeyOf(call) && attempts.some(isAccepted));
  const shuffled = createRandom(...seed, "again").shuffle(accepted);
  return shuffled.slice(0, repeatedMax).map(({ call }) => call);
}
