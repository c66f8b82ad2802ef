import { setTimeout as sleep } from "node:timers/promises";
import type { Answer } from "./client.ts";

/** Calls that wait for their answers. */
export interface OpenCalls {
  /** How many were answered so far. */
  answered(): number;
  /** No answered call is sent again from now on. */
  end(): void;
  /** All answers, once the last call has its answer after `end`. */
  readonly answers: Promise<readonly Answer[]>;
}

/** Keeps `count` calls unanswered: one that is answered is sent again, because the service lets no call wait for long. */
export function keepOpen(count: number, call: () => Promise<Answer>): OpenCalls {
  const answers: Answer[] = [];
  let isOver = false;
  async function callOn(): Promise<void> {
    do answers.push(await call());
    while (!isOver);
  }
  const calling = Promise.all(Array.from({ length: count }, callOn)).then(() => answers);
  // Whoever awaits it sees the failure.
  calling.catch(() => undefined);
  return {
    answered: () => answers.length,
    end() {
      isOver = true;
    },
    answers: calling,
  };
}

/**
 * Repeats a call that is answered 503, after the time that the answer names, as callers do: on a slow machine a call that
 * many others contend with may wait for longer than the service lets it.
 */
export async function insist(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call();
    if (answer.status !== 503) return answer;
    await sleep(Number(answer.headers.get("retry-after")) * 1_000);
  }
}

/** Runs `send` with each number from 0 to `count` − 1, `callersMax` at a time; returns the answers in order. */
export async function sendAll(
  count: number,
  callersMax: number,
  send: (index: number) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  async function callOn(): Promise<void> {
    for (let index = next++; index < count; index = next++) answers[index] = await send(index);
  }
  await Promise.all(Array.from({ length: callersMax }, callOn));
  return answers;
}
