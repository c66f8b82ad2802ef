import { isIP } from "node:net";
import { z } from "zod";
import { isLoopback } from "./network.ts";
import { parseServerUrl, partitionsProblemOf } from "./server-url.ts";
import { readTls, TlsSettingError } from "./tls.ts";
import { estimateTokenBits, tokenBitsMin } from "./token.ts";

/** Schemas of single environment variables, for `loadConfig`. Their messages say what is expected and never repeat the value. */

/** An integer in decimal digits, within inclusive bounds. */
export function integerVar({ min, max }: { min: number; max: number }) {
  const error = `expected an integer from ${min} to ${max}`;
  return z
    .string({ error })
    .regex(/^-?\d{1,15}$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error });
}

/** A TCP port; 0 lets the system choose a free one. */
export const portVar = integerVar({ min: 0, max: 65_535 });

/** A host name or IP address to listen on, without scheme and port. */
export const hostVar = z.string({ error: "expected a host name or an IP address" }).refine(isHost, {
  error: "expected a host name or an IP address, without scheme and port",
});

/** Names that callers may use for the service, separated by commas; `*` for any. */
export const hostNamesVar = listVar(
  (value) => (value === "*" || isHost(value) ? value : undefined),
  "expected host names or IP addresses without scheme and port, separated by commas, or *",
);

/** Networks, separated by commas. */
export const networksVar = listVar(readNetwork, "expected networks such as 10.0.0.0/8, separated by commas");

/** Times in seconds, separated by commas. */
export const secondsVar = listVar(
  (value) => (/^[1-9]\d{0,5}$/.test(value) ? value : undefined),
  "expected whole numbers of seconds from 1 to 999999, separated by commas",
).transform((values) => values.map(Number));

/** Origins as browsers write them, separated by commas. */
export const originsVar = listVar(originOf, "expected origins such as https://shop.example, separated by commas");

/** The address of a site: scheme, host and port. */
export const originVar = z
  .string({ error: "expected a URL" })
  .transform((value) => originOf(value))
  .refine((value): value is string => value !== undefined, { error: "expected a URL such as https://console.example" });

/** Where the address of a tracing UI has the ID of a trace. */
export const traceIdPlace = "{traceId}";

/** The address of a page of a tracing UI, with a place for the ID of the trace. */
export const traceUrlVar = webUrlVar(`expected a URL such as https://traces.example/trace/${traceIdPlace}`, (value) =>
  value.includes(traceIdPlace),
);

export const logLevelVar = z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], {
  error: "expected one of fatal, error, warn, info, debug, trace, silent",
});

/** The base URL of a collector of traces. */
export const otlpUrlVar = webUrlVar("expected http://host:port or https://host:port");

/** A secret that operators send in a header: too long to be guessed, and of characters that a header takes. */
export const operatorTokenVar = textVar(
  "a token",
  /^[\x21-\x7e]{16,255}$/,
  "16 to 255 printable characters without spaces",
).refine((token) => estimateTokenBits(token) >= tokenBitsMin, {
  error: "expected a random token, this one can be guessed; make one with: openssl rand -hex 32",
});

/** A path of whole segments, without a slash at its end. */
export const pathVar = textVar("a path", /^(?:\/[A-Za-z0-9._~-]+){1,10}$/, "a path such as /prweb/api/application/v2");

/** It may name several hosts, separated by commas: the primary and its standbys. */
export const postgresUrlVar = urlVar(
  ["postgres:", "postgresql:"],
  "expected postgres://user:password@host:port/database",
);

/** Schemes of several servers of Redis. */
const clusteredSchemes = ["redis+cluster:", "rediss+cluster:", "redis+sentinel:", "rediss+sentinel:"];

/** The URL of the queue. Its scheme chooses BullMQ's backend. */
export const queueUrlVar = urlVar(
  [...clusteredSchemes, "redis:", "rediss:", "postgres:", "postgresql:"],
  "expected redis://host:port, rediss://host:port, redis+cluster://host:port,host:port, redis+sentinel://host:port,host:port/name or postgres://user:password@host:port/database",
  (value) => tlsProblemOf(value) ?? partitionsProblemOf(value),
)
  .refine(hasFewHosts, { error: "expected one host: use an address that follows the primary" })
  .refine((value) => !value.includes("+sentinel:") || /^\/[^/]+$/.test(parseServerUrl(value)?.url.pathname ?? ""), {
    error: "expected the name of the primary after the Sentinels, as in redis+sentinel://host:port/name",
  });

/** Whether the URL names no more hosts than its driver can use. */
function hasFewHosts(value: string): boolean {
  const server = parseServerUrl(value);
  return server !== undefined && (server.hosts.length === 1 || clusteredSchemes.includes(server.url.protocol));
}

/** Whoever can change the keys in transit can sign tokens, so the URL must be `https:`, except on loopback. */
export const jwksUrlVar = issuerUrlVar("expected https://host/path");

/** The issuer of an identity provider, as it names itself. */
export const providerVar = issuerUrlVar("expected https://host or https://host/path").refine(
  (value) => new URL(value).search === "" && new URL(value).hash === "",
  { error: "expected the issuer alone, without ? and #" },
);

function webUrlVar(error: string, isFit = (_value: string) => true) {
  return z
    .string({ error: "expected a URL" })
    .refine((value) => /^https?:$/.test(protocolOf(value)) && isFit(value), { error, abort: true });
}

function issuerUrlVar(error: string) {
  return webUrlVar(error)
    .refine((value) => protocolOf(value) === "https:" || isLoopback(hostnameOf(value)), {
      error: "expected https:, since keys that come in clear can be replaced on their way",
      abort: true,
    })
    .refine((value) => new URL(value).username === "" && new URL(value).password === "", {
      error: "expected no user and no password: the keys are public, and fetch refuses such a URL",
      abort: true,
    });
}

/** The scopes to ask an identity provider for, separated by spaces. */
export const scopesVar = textVar(
  "scopes",
  /^[\x21\x23-\x5b\x5d-\x7e]{1,255}(?: [\x21\x23-\x5b\x5d-\x7e]{1,255}){0,19}$/,
  "scopes separated by one space, such as openid email",
).refine((value) => value.split(" ").includes("openid"), { error: "expected openid among the scopes" });

/** The secret that an identity provider gave the console. */
export const clientSecretVar = textVar("a secret", /^[\x20-\x7e]{8,1024}$/, "8 to 1,024 printable characters");

/** The value or the name of a claim in a token. */
export const claimVar = textVar("a text", /^[\x21-\x7e]{1,255}$/, "1 to 255 printable characters without spaces");

/** @param what is expected if it is not set. */
function textVar(what: string, form: RegExp, expected: string) {
  return z.string({ error: `expected ${what}` }).regex(form, { error: `expected ${expected}`, abort: true });
}

/** `read` gives undefined for a part that is wrong. */
function listVar(read: (value: string) => string | undefined, error: string) {
  return z
    .string({ error })
    .transform((text) => text.split(",").map((part) => read(part.trim())))
    .refine((parts): parts is string[] => !parts.includes(undefined), { error });
}

function readNetwork(value: string): string | undefined {
  const [, address = "", bits = ""] = /^([\d.]+|[\da-f:.]+)\/(\d{1,3})$/i.exec(value) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 4 ? 32 : 128) ? value : undefined;
}

function isHost(value: string): boolean {
  return isIP(value) !== 0 || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(value);
}

function originOf(value: string): string | undefined {
  if (!/^https?:$/.test(protocolOf(value))) return undefined;
  const { origin, href } = new URL(value);
  return href === `${origin}/` ? origin : undefined;
}

function urlVar(protocols: readonly string[], error: string, problemOf = tlsProblemOf) {
  return z
    .string({ error })
    .refine((value) => protocols.includes(parseServerUrl(value)?.url.protocol ?? ""), { error, abort: true })
    .refine(isDecodable, { error: "expected each % of a name or password as %25", abort: true })
    .superRefine((value, context) => {
      const message = problemOf(value);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    });
}

/** Whether the drivers, which decode the parts of a URL, can read it. */
function isDecodable(url: string): boolean {
  try {
    return decodeURIComponent(url) !== "";
  } catch {
    return false;
  }
}

function tlsProblemOf(url: string): string | undefined {
  try {
    readTls(url);
    return undefined;
  } catch (error) {
    if (error instanceof TlsSettingError) return error.message;
    throw error;
  }
}

/** Without the brackets of an IPv6 address. */
function hostnameOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : "";
}
