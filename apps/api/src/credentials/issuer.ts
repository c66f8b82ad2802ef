import { AppError, parseRights, unlimited } from "@rewards/domain";
import { createLineBudget, type IssuerSettings, type Logger } from "@rewards/runtime";
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import { type Following, follow } from "./follow.ts";
import { type CheckedToken, ignoreWrong } from "./token.own.ts";

/** Only the issuer can make these signatures. Other algorithms use a secret that both sides know, or nothing. */
const algorithms = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];
/** The most by which the clocks of issuer and API may differ. */
const clockToleranceSeconds = 5;
/** Keeps the users of an outside issuer apart from clients; see `isActor` for the length of both. */
const userPrefix = "jwt:";
const subjectPattern = /^[\x21-\x7e]{1,60}$/;

/** The types of access tokens in the header. Many issuers write the first one, for whatever they sign. */
const accessTypes = ["jwt", "at+jwt", "application/at+jwt"];
/** Claims that ID tokens have and access tokens do not. */
const idTokenClaims = ["nonce", "at_hash", "c_hash"];

/** Whether a token is meant for APIs, as far as it says: ID tokens and log-out tokens are signed by the same keys. */
function isAccessToken(token: string, payload: JWTPayload): boolean {
  const { typ = "jwt" } = decodeProtectedHeader(token);
  // Keycloak and Cognito name the kind in a claim.
  const { typ: kind = "Bearer", token_use: use = "access" } = payload;
  const isAccess = accessTypes.includes(String(typ).toLowerCase()) && kind === "Bearer" && use === "access";
  return isAccess && !idTokenClaims.some((claim) => claim in payload);
}

const lines = { linesMax: 1, everyMs: 60_000 };
const unusableKey =
  "a key of the token issuer cannot be used, and tokens that name it are refused: it must be a complete public key, an RSA key of at least 2048 bits";

/** Checks JSON Web Tokens of an issuer outside this service, such as the identity provider of a company. */
export interface OutsideIssuer extends Following {
  /**
   * Undefined if the token is wrong.
   * @throws AppError 503 if it names this issuer, whose keys were never fetched.
   */
  check(token: string): Promise<CheckedToken | undefined>;
}

/** @param onChange called when the issuer has other keys: tokens that were checked before must be checked again. */
export function watchOutsideIssuer(
  { jwksUrl, issuer, audience, rightsClaim }: IssuerSettings,
  logger: Pick<Logger, "warn">,
  onChange: () => void,
): OutsideIssuer {
  const { now, hurry, looked, stop } = watchIssuerKeys(jwksUrl, logger, onChange);
  const warned = createLineBudget(lines);

  /** Returns the payload of an expired token too: sending one is not an attempt to guess. `callerNow` checks the time. */
  async function verify(token: string): Promise<JWTPayload | undefined> {
    const keys = now();
    if (!keys) {
      if (decodeJwt(token).iss === issuer) throw new AppError("Error_Service_Unavailable");
      return undefined;
    }
    const options = {
      algorithms,
      issuer,
      audience,
      requiredClaims: ["exp", "sub"],
      clockTolerance: clockToleranceSeconds,
    };
    try {
      return (await jwtVerify(token, keys, options)).payload;
    } catch (error) {
      if (error instanceof errors.JWTExpired) return error.payload;
      if (error instanceof errors.JWKSNoMatchingKey && decodeJwt(token).iss === issuer) hurry();
      if (error instanceof errors.JOSEError) throw error;
      if (warned.take() !== undefined) logger.warn({ err: error }, unusableKey);
      return undefined;
    }
  }

  return {
    looked,
    stop,
    async check(token) {
      const payload = await verify(token).catch(ignoreWrong);
      if (!payload || !isAccessToken(token, payload)) return undefined;
      const { sub = "", exp = 0 } = payload;
      if (!subjectPattern.test(sub)) return undefined;
      const rights = parseRights(listOf(payload[rightsClaim]));
      const caller = { user: userPrefix + sub, rights, scope: unlimited, isNamed: true };
      const expiresMs = (exp + clockToleranceSeconds) * 1_000;
      return { callerNow: () => (expiresMs > Date.now() ? caller : undefined) };
    },
  };
}

/** Issuers write rights as a text with spaces, or as a list. Names that this service does not know grant nothing. */
function listOf(claim: unknown): string {
  if (Array.isArray(claim)) return claim.filter((one) => typeof one === "string").join(" ");
  return typeof claim === "string" ? claim : "";
}

const refreshMs = 300_000;
/** After a failure, or when a token names an unknown key: issuers publish a new key before they use it, but not all. */
const earlyMs = 10_000;
const fetchMsMax = 5_000;
const keysBytesMax = 1_048_576;

type KeySet = ReturnType<typeof createLocalJWKSet>;

/** The keys of an outside issuer, fetched in the background. No call waits for the issuer. */
interface IssuerKeys extends Following {
  /** Undefined before the first fetch that succeeded. */
  now(): KeySet | undefined;
  /** Asks for a fetch soon. However often it is called, there is at most one every ten seconds. */
  hurry(): void;
}

/** @param onChange called when other keys were fetched. */
function watchIssuerKeys(url: string, logger: Pick<Logger, "warn">, onChange: () => void): IssuerKeys {
  let known: { readonly text: string; readonly keys: KeySet } | undefined;
  let dueMs = 0;
  const hurry = () => {
    dueMs = 0;
  };

  async function look(stopping: AbortSignal): Promise<void> {
    if (performance.now() < dueMs) return;
    dueMs = performance.now() + refreshMs;
    try {
      const text = await fetchText(url, stopping);
      if (text === known?.text) return;
      known = { text, keys: createLocalJWKSet(JSON.parse(text)) };
      onChange();
    } catch (error) {
      hurry();
      throw error;
    }
  }

  const following = follow(look, { everyMs: earlyMs, describe: () => problemOf(known !== undefined), logger });
  return { ...following, now: () => known?.keys, hurry };
}

const problemOf = (hasKeys: boolean) =>
  `cannot fetch the keys of the token issuer; ${
    hasKeys ? "the last ones stay valid" : "its tokens get 503"
  }: let this machine reach AUTH_JWKS_URL, which must answer a JSON Web Key Set`;

/** @throws if there is no answer in time, or another than 200, or one that is too large. */
async function fetchText(url: string, stopping: AbortSignal): Promise<string> {
  // Not AbortSignal.any with AbortSignal.timeout: once garbage is collected, Node 20 never fires it.
  const ending = new AbortController();
  const end = () => ending.abort(new Error(`no answer within ${fetchMsMax} ms, or the API is stopping`));
  const timer = setTimeout(end, fetchMsMax);
  stopping.addEventListener("abort", end, { once: true });
  try {
    return await readText(url, ending.signal);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener("abort", end);
  }
}

async function readText(url: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(url, { signal, redirect: "error", headers: { accept: "application/json" } });
  if (answer.status !== 200 || !answer.body) throw new Error(`it answered ${answer.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > keysBytesMax) throw new Error(`its answer is longer than ${keysBytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
