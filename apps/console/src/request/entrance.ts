import { createHostNames, forwardedAddress } from "@rewards/runtime";
import type { ConsoleContext } from "../context.ts";
import { SuspectError } from "../page/page.error.ts";

export interface EntranceOptions {
  /** The name or address that the server listens on. */
  readonly host: string;
  /** Where browsers reach the console, as an origin; undefined without a proxy. */
  readonly publicUrl: string | undefined;
  /** How many proxies in front add the caller's address to X-Forwarded-For. */
  readonly proxies: number;
}

/** Checks that run before any page: the name by which a request came, and the page that sent a form. */
interface Entrance {
  /** @throws PageError 421 or 400 for a Host that is not the console's. */
  checkHost(c: ConsoleContext): void;
  /** @throws PageError 403 for a form that a page of another origin sent. */
  checkOrigin(c: ConsoleContext): void;
  addressOf(c: ConsoleContext): string;
}

export function createEntrance({ host, publicUrl, proxies }: EntranceOptions): Entrance {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).hostname;
  // With TLS in front, a page in clear at the same name is another site: anybody on the way could have written it.
  const scheme = publicUrl === undefined ? "http:" : new URL(publicUrl).protocol;
  const judge = createHostNames({ host, hosts: publicHost === undefined ? undefined : [publicHost] });
  return {
    checkHost(c) {
      const verdict = judge(c.req.header("host") ?? "");
      if (verdict === "malformed")
        throw new SuspectError("host", 400, "The Host header is malformed.", "Check the address.");
      if (verdict === "unknown")
        throw new SuspectError(
          "host",
          421,
          "The console does not know this name.",
          "Open it by the address that it printed, or set CONSOLE_URL to the one in the browser.",
        );
    },
    checkOrigin(c) {
      const origin = c.req.header("origin");
      const site = c.req.header("sec-fetch-site");
      const isOwn = origin === undefined || origin === publicUrl || origin === `${scheme}//${c.req.header("host")}`;
      if (isOwn && (site === undefined || site === "same-origin")) return;
      throw new SuspectError("site", 403, "Another site sent this form.", "Open the console itself and try again.");
    },
    addressOf(c) {
      const direct = c.env.incoming.socket.remoteAddress ?? "";
      return forwardedAddress(c.req.header("x-forwarded-for"), proxies) ?? direct;
    },
  };
}
