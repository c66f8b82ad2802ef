import { setTimeout as delay } from "node:timers/promises";
import { times } from "../list.ts";
import { createRandom, type Random } from "../random.ts";
import { type Call, replayKeyOf } from "./call.ts";
import { nextCall } from "./mix.ts";
import { readBack } from "./read-back.ts";
import { createRecord, isAccepted, isUnknown, type LoadRecord, type Recorded } from "./record.ts";
import { sendOnce } from "./send.ts";
import type { LoadState } from "./state.ts";

/** Calls that are repeated at the end of a round. */
const repeatedMax = 25;

/** Clients of all APIs that send what the seed determines, and record every answer. */
export interface Load {
  readonly record: LoadRecord;
  readonly state: LoadState;
  /** Sends a call until its outcome is known or the client gives up; over one API if given. */
  send(call: Call, api?: number): Promise<Recorded>;
  /** Sends all at once. */
  burst(calls: readonly Call[]): Promise<Recorded[]>;
  /** Stops sending to an API, as a load balancer does with an unready one; `false` resumes. */
  avoid(api: string, isAvoided: boolean): void;
  /** Stops the callers; resolves when each has its last answer. */
  stop(): Promise<void>;
  /** Repeats some accepted calls, which are settled by then: each must get the same answer. */
  repeatSome(): Promise<void>;
}

export interface LoadOptions {
  readonly urls: readonly string[];
  readonly state: LoadState;
  readonly seed: readonly (string | number)[];
  readonly callers: number;
}

const thinkMsMax = 40;
const againMsMin = 40;
const againMsMax = 160;
/** A client gives up after this long; every fault is healed earlier. */
const giveUpMs = 20_000;
const readBackPercent = 25;

export function startLoad({ urls, state, seed, callers }: LoadOptions): Load {
  const record = createRecord();
  const clients = urls.map((url, n) => ({ name: `api-${n}`, url }));
  const avoided = new Set<string>();
  const usable = () => clients.filter(({ name }) => !avoided.has(name));
  let isStopped = false;

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

  async function callOn(random: Random): Promise<void> {
    while (!isStopped) {
      await send(nextCall(random, state));
      await delay(random.int(0, thinkMsMax));
    }
  }

  const calling = times(callers, (n) => callOn(createRandom(...seed, "caller", n)));
  return {
    record,
    state,
    send,
    avoid: (api, isAvoided) => void (isAvoided ? avoided.add(api) : avoided.delete(api)),
    burst: (calls) => Promise.all(calls.map((call) => send(call))),
    async stop() {
      isStopped = true;
      await Promise.all(calling);
    },
    async repeatSome() {
      const accepted = createRandom(...seed, "again").shuffle(acceptedOf(record));
      await Promise.all(accepted.slice(0, repeatedMax).map((call) => send(call)));
    },
  };
}

/** Accepted calls whose repeats get the first answer. */
const acceptedOf = ({ calls }: LoadRecord) =>
  calls.filter(({ call, attempts }) => replayKeyOf(call) && attempts.some(isAccepted)).map(({ call }) => call);
