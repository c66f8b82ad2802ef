import type { Answer } from "./client.ts";

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
