import { isIP } from "node:net";

/** An IPv6 address with a zone or a port. */
const addressLengthMax = 64;

/** Some proxies add the port, which differs for each connection, and put IPv6 addresses in brackets. */
const withPort = /^(?:\[(.+)\]|([^:]+))(?::\d+)?$/;

/**
 * The IP address of the caller behind `proxies` proxies, of which each appends the address that it saw to
 * `X-Forwarded-For`. Entries before those are the caller's own and count for nothing. Undefined if the entry is missing
 * or has no IP address.
 */
export function forwardedAddress(header: string | undefined, proxies: number): string | undefined {
  if (header === undefined || proxies === 0) return undefined;
  const entry = header.split(",").at(-proxies)?.trim().slice(0, addressLengthMax) ?? "";
  const [, ipv6, ipv4] = withPort.exec(entry) ?? [];
  return [entry, ipv6 ?? "", ipv4 ?? ""].find((text) => isIP(text) !== 0);
}
