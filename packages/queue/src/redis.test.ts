import { expect, test } from "vitest";
import { QueueFaultError, remedyOfQueue } from "./fault.ts";
import { describeRisk } from "./redis.ts";

test("a Redis that keeps its jobs is no risk; one that evicts, cannot write or is full is, with the remedy", () => {
  const sound = "# Memory\r\nmaxmemory_policy:noeviction\r\n# Persistence\r\naof_last_write_status:ok\r\n";
  expect([describeRisk(sound), describeRisk("")]).toEqual([undefined, undefined]);
  expect(describeRisk(sound.replace("noeviction", "allkeys-lru"))).toContain("Set maxmemory-policy noeviction");
  expect(describeRisk(`${sound}used_memory:94\r\nmaxmemory:100\r\n`)).toBeUndefined();
  expect(describeRisk(`${sound}used_memory:94\r\nmaxmemory:0\r\n`)).toBeUndefined();
  expect(describeRisk(`${sound}used_memory:103\r\nmaxmemory:100\r\n`)).toMatch(/103 % of maxmemory.* FLUSHALL/);
  expect(describeRisk(sound.replace("status:ok", "status:err"))).toContain("make room");
});

test.each([
  ["WRONGPASS invalid username-password pair", "WRONGPASS", "check the user and the password"],
  ["Ready check failed: NOAUTH Authentication required.", "NOAUTH", "check the user and the password"],
  ["MISCONF Errors writing to the AOF file", "MISCONF", "make room"],
  ["Stream isn't writeable and enableOfflineQueue options is false", "NOT_CONNECTED", "Check that it runs"],
  ["Missing key for job 18069. moveToFinished", "QUEUE_JOB_GONE", "Nothing to do"],
  ["could not renew lock for job 2931", "QUEUE_JOB_GONE", "Nothing to do"],
  ["something else", "QUEUE_FAILED", "Check that it runs"],
])("%s has a code and a remedy", (message, code, remedy) => {
  const error = new QueueFaultError(new Error(message));
  expect(error.code).toBe(code);
  expect(remedyOfQueue(error)).toContain(remedy);
});
