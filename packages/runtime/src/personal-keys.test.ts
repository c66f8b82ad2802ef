import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { personalKeysVar } from "./personal-keys.ts";

const bytes = [randomBytes(32), randomBytes(32)] as const;
const [first, second] = bytes.map((one) => one.toString("base64")) as [string, string];

test.each([
  [`k1:${first}`, "k1", ["k1"]],
  [`k2:${second}, k1:${first}`, "k2", ["k2", "k1"]],
  [`plain,k1:${first}`, undefined, ["k1"]],
])("keys %#: the first entry seals, and all keys open", (text, sealing, ids) => {
  const setting = personalKeysVar.parse(text);
  expect([setting.sealing, setting.keys.map(({ id }) => id)]).toEqual([sealing, ids]);
  expect(setting.keys.at(-1)?.bytes).toEqual(bytes[0]);
});

test("`plain` alone means no keys", () => {
  expect(personalKeysVar.parse("plain")).toEqual({ sealing: undefined, keys: [] });
});

test.each([
  ["", "expected id:key"],
  [first, "expected id:key"],
  [`k1:${first},plain`, "expected id:key"],
  [`plain:${first}`, "expected id:key"],
  [`k.1:${first}`, "expected id:key"],
  [`k1:${first.slice(4)}`, "expected id:key"],
  [`k1:${first},`, "expected id:key"],
  [`k1:${first},k1:${second}`, "a different ID"],
  [`k1:${first},k2:${first}`, "different keys"],
  [`k1:${Buffer.alloc(32, 7).toString("base64")}`, "openssl rand -base64 32"],
  [Array.from({ length: 17 }, (_, n) => `k${n}:${first}`).join(), "at most 16 keys"],
])("keys %# are refused, without a key in the message", (text, wanted) => {
  const message = personalKeysVar.safeParse(text).error?.issues[0]?.message;
  expect(message).toContain(wanted);
  expect(message).not.toContain(first);
});
