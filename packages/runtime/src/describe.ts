import { formatHosts, parseServerUrl } from "./server-url.ts";

/** Why a server was not reached. A failure to connect to several addresses holds one error for each. */
export function describeCause(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return describeCause(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  return error.message || (error as NodeJS.ErrnoException).code || error.name;
}

/** Hosts and path of a URL, without user and password. */
export function describeTarget(text: string): string {
  const server = parseServerUrl(text);
  return server === undefined ? "" : `${formatHosts(server)}${server.url.pathname}`;
}
