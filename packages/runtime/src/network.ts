import { isIP } from "node:net";

const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/** Browsers resolve `localhost` and `*.localhost` to loopback, whatever DNS says. */
export function isLoopback(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || loopbackAddress.test(name);
}

const mappedIpv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const groupsOfAll = 8;
const groupsOfNetwork = 4;

/** The network of one caller: an IPv4 address, or the /64 of an IPv6 address. Empty if the socket has no address. */
export function networkOf(remoteAddress: string | undefined): string {
  if (remoteAddress === undefined) return "";
  const [, ipv4] = mappedIpv4.exec(remoteAddress) ?? [];
  if (ipv4 !== undefined) return ipv4;
  if (!remoteAddress.includes(":")) return remoteAddress;
  const [address = ""] = remoteAddress.split("%", 1);
  const [front = "", back] = address.split("::");
  const before = groupsOf(front);
  const after = groupsOf(back ?? "");
  const zeros = Array.from({ length: Math.max(0, groupsOfAll - before.length - after.length) }, () => "0");
  const groups = back === undefined ? before : [...before, ...zeros, ...after];
  return `${groups.slice(0, groupsOfNetwork).join(":")}::/64`;
}

/** Strips leading zeros, so that each network has one name. */
function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":").map((group) => group.toLowerCase().replace(/^0+(?=.)/, ""));
}

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

export interface HostOptions {
  /** The name or address that the server listens on. */
  readonly host: string;
  /**
   * Additional names that callers may use; `*` allows any. If unset, a server on loopback accepts only loopback names,
   * and any other server accepts every name, because only its operators know what callers call it.
   */
  readonly hosts: readonly string[] | undefined;
}

const form = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{0,5})?$/;
/** Bounds the remembered Host values. They are kept as callers write them, so that a repeated one costs one lookup. */
const rememberedMax = 1_000;

/**
 * Checks Host headers. With DNS rebinding, a page points its own name at this machine and the browser treats the call
 * as same-origin, but the Host is still the page's name.
 */
export function createHostNames({ host, hosts }: HostOptions): (given: string) => "known" | "unknown" | "malformed" {
  const own = host.toLowerCase();
  const isLocal = isLoopback(own);
  const names = new Set(hosts?.map((name) => name.toLowerCase()));
  const isAnyTaken = hosts === undefined ? !isLocal : names.has("*");
  names.add(own);
  const remembered = new Set<string>();

  return (given) => {
    if (isAnyTaken || remembered.has(given)) return "known";
    const [, ipv6, plain = ""] = form.exec(given.toLowerCase()) ?? [];
    const name = ipv6 ?? plain.replace(/\.$/, "");
    if (name === "") return "malformed";
    // An IP address cannot be rebound. Load balancers above all use it for a server that listens on more than loopback.
    if (!isLoopback(name) && !names.has(name) && (isLocal || isIP(name) === 0)) return "unknown";
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.add(given);
    return "known";
  };
}
