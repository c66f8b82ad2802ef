import { isIP } from "node:net";
import { isLoopback } from "./loopback.ts";

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
