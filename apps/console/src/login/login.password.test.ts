import { expect, test } from "vitest";
import { createPasswords } from "./login.ts";

test("one password is checked at a time, eight wait, and further ones get 503; a check that fails delays no other", async () => {
  const running = { now: 0, most: 0 };
  const { isRight: check } = createPasswords(undefined, async (hash) => {
    running.now += 1;
    running.most = Math.max(running.most, running.now);
    await Promise.resolve();
    running.now -= 1;
    if (hash === "broken") throw new Error("broken");
    return true;
  });
  const hashes = ["broken", ...Array<string>(9).fill("sound")];
  const results = await Promise.allSettled(hashes.map((hash) => check(hash, "")));
  expect(results.map(({ status }) => status)).toEqual(["rejected", ...Array(8).fill("fulfilled"), "rejected"]);
  expect(results.at(-1)).toMatchObject({ reason: { status: 503, headers: { "retry-after": "5" } } });
  expect(running.most).toBe(1);
  expect(await check("sound", "")).toBe(true);
});
