import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { ErrorCode } from "@rewards/domain";
import { healthPaths } from "../connections/follow.ts";

export interface HostOptions {
  /** What the server listens on. */
  readonly host: string;
  /**
   * Further names that callers may use; `*` for any. Without them a server that listens on loopback answers to loopback
   * names alone, and any other server to every name: what its callers call it is known to its operators only.
   */
  readonly hosts: readonly string[] | undefined;
}

const form = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{0,5})?$/;
const loopbackAddress = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
/** Hosts as callers write them, so that the next call of the same caller is one look. */
const rememberedMax = 1_000;

/**
 * Refuses requests whose Host is none of the service's names. A page can have its own name point at this machine (DNS
 * rebinding) and then counts as same-origin to the browser, but the Host still is its own name. HTTP/1.0 has no Host:
 * there the health paths alone are served.
 */
export function createHostCheck({ host, hosts }: HostOptions): (incoming: IncomingMessage) => ErrorCode | undefined {
  const own = host.toLowerCase();
  const isLocal = isLoopback(own);
  const names = new Set(hosts?.map((name) => name.toLowerCase()));
  const isAnyTaken = hosts === undefined ? !isLocal : names.has("*");
  names.add(own);
  const remembered = new Set<string>();

  function judge(given: string): ErrorCode | undefined {
    const [, ipv6, plain = ""] = form.exec(given.toLowerCase()) ?? [];
    const name = ipv6 ?? plain.replace(/\.$/, "");
    if (name === "") return "Error_Header_Malformed";
    // An address cannot be rebound; a server that listens on more than loopback is called by it, by balancers above all.
    const isKnown = isLoopback(name) || names.has(name) || (!isLocal && isIP(name) !== 0);
    if (!isKnown) return "Error_Host_Unknown";
    if (remembered.size >= rememberedMax) remembered.clear();
    remembered.add(given);
    return undefined;
  }

  return ({ headers: { host: given }, httpVersion, url }) => {
    if (given) return isAnyTaken || remembered.has(given) ? undefined : judge(given);
    return httpVersion === "1.0" && healthPaths.has(url) ? undefined : "Error_Header_Malformed";
  };
}

/** Browsers resolve `localhost` and what ends in it to loopback, whatever DNS says. */
function isLoopback(name: string): boolean {
  return name === "localhost" || name.endsWith(".localhost") || loopbackAddress.test(name);
}
