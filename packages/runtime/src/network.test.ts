import { expect, test } from "vitest";
import { forwardedAddress, networkOf } from "./network.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  [undefined, ""],
])("the network of a caller at %s is %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

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
