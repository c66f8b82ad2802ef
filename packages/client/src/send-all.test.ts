import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { RewardsError } from "./error.ts";
import { type SentContent, sendAll } from "./send-all.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const refused = new RewardsError({ status: 422, code: "Error_Field_Required", message: "refused" });

/** A create whose calls end when the test says so. */
function openHeld() {
  const ends = new Map<number, (error?: Error) => void>();
  const create = (content: number) =>
    new Promise<string>((resolve, reject) => {
      ends.set(content, (error) => (error ? reject(error) : resolve(`done ${content}`)));
    });
  return { ends, create, end: (content: number, error?: Error) => ends.get(content)?.(error) };
}

test("results come in the order of the contents, whichever call ends first, and a refusal is one of them", async () => {
  const create = async (content: number) => {
    await delay(content % 7);
    if (content % 10 === 3) throw refused;
    return content;
  };
  const sent: SentContent<number, number>[] = [];
  for await (const one of sendAll(create, numbers(100), { concurrency: 8 })) sent.push(one);
  expect(sent.map(({ content }) => content)).toEqual(numbers(100));
  expect(sent.filter(({ error }) => error).map(({ content }) => content % 10)).toEqual(numbers(10).map(() => 3));
  expect(sent[4]).toEqual({ content: 4, result: 4 });
});

test("so many calls are under way at once and no more, and as few contents are taken ahead", async () => {
  const { create, ends, end } = openHeld();
  let taken = 0;
  function* source() {
    for (const content of numbers(10)) {
      taken += 1;
      yield content;
    }
  }
  const sending = sendAll(create, source(), { concurrency: 3 });
  const first = sending.next();
  await expect.poll(() => ends.size).toBe(3);
  end(2);
  end(1);
  await delay(10);
  expect([ends.size, taken]).toEqual([3, 3]);
  end(0);
  expect(await first).toEqual({ done: false, value: { content: 0, result: "done 0" } });
  expect((await sending.next()).value).toMatchObject({ content: 1 });
  expect(taken).toBeLessThanOrEqual(4);
});

test.each([0, -1, 1.5, Number.NaN])("a concurrency of %s is refused at once", async (concurrency) => {
  await expect(sendAll(async (one: number) => one, [1], { concurrency }).next()).rejects.toThrow(RangeError);
});

test("a source that waits does not hold back what is done", async () => {
  const { create, end, ends } = openHeld();
  async function* source() {
    yield 1;
    await new Promise(() => undefined);
  }
  const first = sendAll(create, source()).next();
  await expect.poll(() => ends.size).toBe(1);
  end(1);
  expect((await first).value).toEqual({ content: 1, result: "done 1" });
});

test("a source that waits holds back neither who stops reading nor an abort", async () => {
  async function* source() {
    yield 1;
    await new Promise(() => undefined);
  }
  const create = async (content: number) => content;
  const read = sendAll(create, source());
  await read.next();
  expect(await read.return()).toEqual({ done: true, value: undefined });
  const controller = new AbortController();
  const aborted = sendAll(create, source(), { signal: controller.signal });
  await aborted.next();
  const next = aborted.next();
  controller.abort(new Error("enough"));
  await expect(next).rejects.toThrow("enough");
});

test("whoever stops reading ends the source; whatever else is thrown ends the sending", async () => {
  let isEnded = false;
  function* source() {
    try {
      yield* numbers(100);
    } finally {
      isEnded = true;
    }
  }
  for await (const { content } of sendAll(async (one) => one, source(), { concurrency: 2 })) if (content === 5) break;
  expect(isEnded).toBe(true);
  const broken = async (content: number) => {
    if (content === 3) throw new TypeError("broken");
    return content;
  };
  const seen: number[] = [];
  const read = async () => {
    for await (const { content } of sendAll(broken, numbers(10))) seen.push(content);
  };
  await expect(read()).rejects.toThrow("broken");
  expect(seen).toEqual([0, 1, 2]);
});
