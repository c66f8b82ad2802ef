import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { type ConnectionOptions, checkServerIdentity, type PeerCertificate } from "node:tls";
import { joinQuery, parseServerUrl, splitQuery } from "./server-url.ts";

/** A server's URL without its TLS parameters, and what they ask for, in the form of Node. */
export interface ServerTls {
  readonly url: string;
  /** False for a connection without TLS. */
  readonly tls: ConnectionOptions | false;
}

/** The TLS parameters of a URL are wrong; the message says which and what is expected, and repeats no value. */
export class TlsSettingError extends Error {
  override readonly name = "TlsSettingError";
}

const sslModes = ["disable", "require", "verify-ca", "verify-full"] as const;
type SslMode = (typeof sslModes)[number];

/** The certificates that Node trusts, with those of NODE_EXTRA_CA_CERTS. */
const systemRoots = "system";
const fileParameters = { sslrootcert: "ca", sslcert: "cert", sslkey: "key" } as const;
type FileParameter = keyof typeof fileParameters;

/**
 * Reads the TLS parameters of a URL, which mean the same for Postgres and Redis, and what they mean to libpq:
 * - `sslmode`: `disable`; `require` (encrypted, the server is not checked); `verify-ca` (its certificate is from the CA);
 *   `verify-full` (and bears the URL's host: a name, or an IP address);
 * - `sslrootcert`: the file of the CA, or `system`; `require` with it is `verify-ca`;
 * - `sslcert` and `sslkey`: the files of a certificate of our own.
 * Without `sslmode`, `rediss://` is `verify-full`, and all else has no TLS.
 *
 * @throws TlsSettingError if they contradict each other, or a file cannot be read.
 */
export function readTls(url: string): ServerTls {
  const { base, parameters } = splitQuery(url);
  const files = takeFiles(parameters);
  const mode = takeMode(parameters, base, files);
  const rest = joinQuery(base, parameters);
  if (mode === "disable") return { url: rest, tls: false };
  return { url: rest, tls: { ...readFiles(files), ...checksOf(mode, hostsOf(base)) } };
}

type Files = Partial<Record<FileParameter, string>>;

function takeFiles(parameters: URLSearchParams): Files {
  const names = Object.keys(fileParameters) as FileParameter[];
  return Object.fromEntries(names.flatMap((name) => take(parameters, name).map((value) => [name, value])));
}

function take(parameters: URLSearchParams, name: string): string[] {
  const values = parameters.getAll(name);
  parameters.delete(name);
  if (values.length > 1) throw new TlsSettingError(`${name} is given twice`);
  return values;
}

function takeMode(parameters: URLSearchParams, base: string, files: Files): SslMode {
  const isRedisTls = /^rediss(\+[a-z]+)?:/.test(base);
  const [given = isRedisTls ? "verify-full" : "disable"] = take(parameters, "sslmode");
  const mode = sslModes.find((one) => one === given);
  const refuse = (problem: string) => {
    throw new TlsSettingError(problem);
  };
  if (mode === undefined || parameters.has("ssl")) return refuse(`expected sslmode=${sslModes.join(", ")}`);
  if (isRedisTls && mode === "disable") refuse("rediss:// is with TLS: use redis://, or another sslmode");
  if (/^redis(\+[a-z]+)?:/.test(base) && mode !== "disable") refuse("TLS to Redis needs rediss://");
  if (mode === "disable" && Object.keys(files).length > 0) refuse("certificates are given: sslmode is needed too");
  if (Object.hasOwn(files, "sslcert") !== Object.hasOwn(files, "sslkey")) refuse("sslcert and sslkey go together");
  return strengthen(mode, files.sslrootcert);
}

/** As in libpq: a given CA is always checked, and public CAs, which certify everybody, need the check of the host too. */
function strengthen(mode: SslMode, root: string | undefined): SslMode {
  if (root === systemRoots && mode !== "verify-full")
    throw new TlsSettingError("sslrootcert=system needs sslmode=verify-full");
  if (mode === "verify-ca" && root === undefined)
    throw new TlsSettingError("sslmode=verify-ca needs sslrootcert, the file of the CA");
  return mode === "require" && root !== undefined ? "verify-ca" : mode;
}

function readFiles(files: Files): ConnectionOptions {
  const named = Object.entries(files).filter(([, path]) => path !== systemRoots) as [FileParameter, string][];
  return Object.fromEntries(named.map(([name, path]) => [fileParameters[name], readPem(name, path)]));
}

function readPem(name: FileParameter, path: string): string {
  try {
    const text = readFileSync(path, "utf8");
    if (text.includes("-----BEGIN ")) return text;
  } catch (error) {
    throw new TlsSettingError(`opening the file of ${name} failed (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new TlsSettingError(`the file of ${name} holds no PEM`);
}

function checksOf(mode: SslMode, hosts: readonly string[]): ConnectionOptions {
  if (mode === "require") return { rejectUnauthorized: false };
  if (mode === "verify-ca") return { rejectUnauthorized: true, checkServerIdentity: () => undefined };
  return { rejectUnauthorized: true, checkServerIdentity: (name, peer) => checkName(name, peer, hosts) };
}

/**
 * The drivers of Postgres name no IP address to Node, which then looks for "localhost" in the certificate. A name that is
 * none of the URL's hosts is such a case: the certificate must bear one of its addresses.
 */
function checkName(name: string, peer: PeerCertificate, hosts: readonly string[]): Error | undefined {
  if (hosts.includes(name.toLowerCase())) return checkServerIdentity(name, peer);
  const refusals = hosts.filter((host) => isIP(host) !== 0).map((address) => checkServerIdentity(address, peer));
  return refusals.includes(undefined) ? undefined : (refusals[0] ?? checkServerIdentity(name, peer));
}

const hostsOf = (base: string) => parseServerUrl(base)?.hosts.map(({ host }) => host.toLowerCase()) ?? [];

const untrusted = "Its certificate is not from the CA of sslrootcert: check which server answers, and that file.";

/** By the codes of Node. */
const remedies: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: "Its certificate has expired: renew it, or set this machine's clock.",
  CERT_NOT_YET_VALID: "Its certificate is not valid yet: check this machine's clock.",
  ERR_TLS_CERT_ALTNAME_INVALID: "Its certificate is for another host: use one of its names or addresses in the URL.",
  ERR_SSL_WRONG_VERSION_NUMBER: "It speaks no TLS there: check the port, and whether TLS is on in the server.",
};

/** The remedy for a refused certificate, for operators; undefined for other errors. */
export function tlsRemedyOf(error: unknown): string | undefined {
  return remedies[String((error as { code?: unknown } | null)?.code)];
}
