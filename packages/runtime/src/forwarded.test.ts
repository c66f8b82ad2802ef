import { expect, test } from "vitest";
import { forwardedAddress } from "./forwarded.ts";

test.each([
  ["203.0.113.7", 1, "203.0.113.7"],
  ["198.51.100.1, 203.0.113.7", 1, "203.0.113.7"],
  ["198.51.100.1,203.0.113.7", 2, "198.51.100.1"],
  ["203.0.113.7:4711", 1, "203.0.113.7"],
  ["[2001:db8::7]:4711", 1, "2001:db8::7"],
  ["2001:db8::7", 1, "2001:db8::7"],
])("%s behind %i proxies comes from %s", (header, proxies, address) => {
  expect(forwardedAddress(header, proxies)).toBe(address);
});

test.each([
  [undefined, 1],
  ["203.0.113.7", 0],
  ["203.0.113.7", 2],
  ["unknown", 1],
  ["203.0.113.7,", 1],
])("%s behind %i proxies tells no address", (header, proxies) => {
  expect(forwardedAddress(header, proxies)).toBeUndefined();
});
