import { expect, test } from "vitest";
import { createAttempts, retryAfterSeconds } from "./login.attempts.ts";

function open() {
  const clock = { ms: 0 };
  const attempts = createAttempts(() => clock.ms);
  const countUntilShut = (nameOf: (count: number) => string, address: string) => {
    for (let count = 0; ; count += 1) if (!attempts.begin(nameOf(count), address)) return count;
  };
  return { clock, attempts, countUntilShut };
}

test("a name has ten attempts at once from a network, then one a minute; other networks and names have theirs", () => {
  const { clock, attempts, countUntilShut } = open();
  expect(countUntilShut(() => "ann", "192.0.2.1")).toBe(10);
  expect(attempts.begin("bob", "192.0.2.1")).toBeDefined();
  expect(attempts.begin("ann", "198.51.100.1")).toBeDefined();
  clock.ms += retryAfterSeconds * 1_000;
  expect(countUntilShut(() => "ann", "192.0.2.1")).toBe(1);
});

test("a name has a hundred attempts from all networks, then one a minute, except from networks where the user logged in", () => {
  const { clock, attempts, countUntilShut } = open();
  attempts.begin("ann", "192.0.2.1")?.admit();
  for (let network = 0; network < 10; network += 1) expect(countUntilShut(() => "ann", `10.0.${network}.1`)).toBe(10);
  expect(attempts.begin("ann", "198.51.100.1")).toBeUndefined();
  expect(attempts.begin("bob", "198.51.100.1")).toBeDefined();
  expect(countUntilShut(() => "ann", "192.0.2.1")).toBe(10);
  clock.ms += retryAfterSeconds * 1_000;
  expect(countUntilShut(() => "ann", "198.51.100.1")).toBe(1);
});

test("a network has twenty attempts at once for all names, then one every six seconds", () => {
  const { clock, attempts, countUntilShut } = open();
  expect(countUntilShut((count) => `user ${count}`, "2001:db8::1")).toBe(20);
  expect(attempts.begin("ann", "2001:db8::2")).toBeUndefined();
  expect(attempts.begin("ann", "2001:db8:1::1")).toBeDefined();
  clock.ms += 6_000;
  expect(countUntilShut((count) => `other ${count}`, "2001:db8::1")).toBe(1);
});

test("an attempt that is forgiven does not count", () => {
  const { attempts, countUntilShut } = open();
  for (let count = 0; count < 100; count += 1) attempts.begin("ann", "192.0.2.1")?.forgive();
  expect(countUntilShut(() => "ann", "192.0.2.1")).toBe(10);
});
