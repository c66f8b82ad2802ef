import type { IncomingMessage } from "node:http";
import type { ErrorCode } from "@rewards/domain";
import { createHostNames, type HostOptions } from "@rewards/runtime";
import { healthPaths } from "../connections/follow.ts";

const refusals = { known: undefined, unknown: "Error_Host_Unknown", malformed: "Error_Header_Malformed" } as const;

/**
 * Refuses requests whose Host is not a name of the service. HTTP/1.0 has no Host: without one, only the health paths are
 * served.
 */
export function createHostCheck(options: HostOptions): (incoming: IncomingMessage) => ErrorCode | undefined {
  const judge = createHostNames(options);
  return ({ headers: { host: given }, httpVersion, url }) => {
    if (given) return refusals[judge(given)];
    return httpVersion === "1.0" && healthPaths.has(url) ? undefined : "Error_Header_Malformed";
  };
}
