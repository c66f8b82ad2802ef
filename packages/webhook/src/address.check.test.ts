import { describe, expect, test } from "vitest";
import { createAddressCheck } from "./address.check.ts";

const check = createAddressCheck([]);

/** The registries of special purpose addresses, and further networks that are not public; one address of each. */
const special = [
  ...["0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.255.255.254", "169.254.169.254", "172.16.0.1"],
  ...["192.0.0.1", "192.0.0.170", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.1"],
  ...["192.175.48.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1", "100::1", "2001::1"],
  ...["2001:2::1", "2001:3::1", "2001:4:112::1", "2001:10::1", "2001:20::1", "2001:db8::1", "2002:7f00:1::1"],
  ...["2620:4f:8000::1", "3fff::1", "5f00::1", "fc00::1", "fd12::1", "fe80::1", "fec0::1", "ff02::1"],
  // IPv4 in the old form, a dummy prefix, and what nobody has yet.
  ...["::7f00:1", "100:0:0:1::1", "4000::1", "fe00::1"],
  "168.63.129.16",
];

test.each(special)("%s is not called", (address) => {
  expect(check(address, true)).toBe(false);
});

test.each(["93.184.215.14", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1"])("%s is called, with TLS", (address) => {
  expect(check(address, true)).toBe(true);
  expect(check(address, false)).toBe(false);
});

test.each(["", "localhost", "127.1.example", "2606:4700::1111%eth0", "fe80::1%1"])("%s is no address", (address) => {
  expect(check(address, true)).toBe(false);
});

describe("an allowed network", () => {
  const allowing = createAddressCheck(["10.1.0.0/16", "fd12::/32"]);

  test.each([
    ["10.1.2.3", true],
    ["::ffff:10.1.2.3", true],
    ["10.2.0.1", false],
    ["fd12::9", true],
    ["fd13::9", false],
    ["127.0.0.1", false],
  ])("%s: %s, also without TLS", (address, isAllowed) => {
    expect([allowing(address, true), allowing(address, false)]).toEqual([isAllowed, isAllowed]);
  });
});
