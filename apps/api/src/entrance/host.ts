import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@rewards/domain";
import { createHostNames, type HostOptions } from "@rewards/runtime";
import { healthPaths } from "../connections/follow.ts";

const refusals = { known: undefined, unknown: "Error_Host_Unknown", malformed: "Error_Header_Malformed" } as const;

/**
 * Refuses requests whose Host is not a name of the service, and those with several Hosts: a proxy may have gone by another
 * one. HTTP/1.0 has no Host: without one, only the health paths are served.
 */
export function createHostCheck(options: HostOptions): (incoming: IncomingMessage) => ErrorCode | undefined {
  const judge = createHostNames(options);
  return ({ headers: { host: given }, rawHeaders, httpVersion, url }) => {
    if (given) return hasSeveralHosts(rawHeaders) ? "Error_Header_Malformed" : refusals[judge(given)];
    return httpVersion === "1.0" && healthPaths.has(url) ? undefined : "Error_Header_Malformed";
  };
}

/** `headers` has only the first Host. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const given = rawHeaders[index] ?? "";
    if (given.length === 4 && given.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}
