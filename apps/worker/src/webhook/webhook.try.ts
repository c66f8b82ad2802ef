import type { WebhookAnswer } from "@rewards/webhook";
import type { Try } from "./webhook.plan.ts";

/** Lanes that have an attempt under way at a time. */
const lanesMax = 16;
/** So many failures without a delivery, and the receiver counts as failing. */
export const failuresMax = 8;
/** The status with which a receiver ends a subscription. */
const gone = 410;

export interface TryResult extends Try {
  readonly answer: WebhookAnswer;
  readonly isDelivered: boolean;
}

export interface TriedLanes {
  readonly results: readonly TryResult[];
  /** Failures since the last delivery. */
  readonly failures: number;
  readonly isEnded: boolean;
}

interface TryOptions {
  /** Undefined if the attempt was broken off, and says nothing. */
  readonly send: (one: Try) => Promise<WebhookAnswer | undefined>;
  /** Whether another attempt may begin. */
  readonly mayBegin: () => boolean;
  /** Failures before these. */
  readonly failures: number;
  /** Whether failures do not stop it. */
  readonly isFailing: boolean;
}

/** Tries events, one after the other of each lane, until one of the lane fails. A failing receiver stops all of them. */
export async function tryLanes(tries: readonly Try[], options: TryOptions): Promise<TriedLanes> {
  const results: TryResult[] = [];
  let { failures } = options;
  let isEnded = false;
  const mayBegin = () => !isEnded && (options.isFailing || failures < failuresMax) && options.mayBegin();

  async function follow(lane: readonly Try[]): Promise<void> {
    for (const one of lane) {
      const answer = mayBegin() ? await options.send(one) : undefined;
      if (!answer) return;
      const isDelivered = answer.status !== null && answer.status >= 200 && answer.status < 300;
      results.push({ ...one, answer, isDelivered });
      failures = isDelivered ? 0 : failures + 1;
      isEnded ||= answer.status === gone;
      if (!isDelivered) return;
    }
  }

  const lanes = lanesOf(tries).values();
  const takeLanes = async () => {
    for (const lane of lanes) await follow(lane);
  };
  await Promise.all(Array.from({ length: lanesMax }, takeLanes));
  return { results, failures, isEnded };
}

function lanesOf(tries: readonly Try[]): Map<string, Try[]> {
  const lanes = new Map<string, Try[]>();
  for (const one of tries) {
    const lane = lanes.get(one.event.lane);
    if (lane) lane.push(one);
    else lanes.set(one.event.lane, [one]);
  }
  return lanes;
}
