import type { ProviderIdentity } from "@rewards/access";
import { providerLoginOf } from "@rewards/domain";
import { AuthorizationResponseError, type IDToken, ResponseBodyError } from "openid-client";
import { PageError, type PageStatus } from "../page/page.error.ts";

const again = "Begin again. If this page comes back, ask an administrator.";

/** Why a log-in through the identity provider ended: status, what is wrong, and what to do. The reason is for the audit. */
const refusals = {
  away: [503, "The identity provider does not answer as it should.", "Try again in a minute, or use a password."],
  flow: [403, "This log-in has ended, took more than ten minutes, or began in another browser.", "Begin again."],
  denied: [403, "The identity provider did not let you in.", "Begin again, or ask an administrator of the provider."],
  answer: [403, "The answer of the identity provider does not belong to this log-in.", again],
  claim: [403, "The identity provider does not say who you are, or has not verified it.", "Ask an administrator."],
  user: [403, "This console has no user for you.", "Ask an administrator to add you."],
  disabled: [403, "Your user is disabled.", "Ask an administrator."],
  subject: [
    403,
    "Another person at the identity provider is bound to this user.",
    "Ask an administrator to bind the user again.",
  ],
} as const satisfies Readonly<Record<string, readonly [status: PageStatus, wrong: string, remedy: string]>>;

export type RefusalReason = keyof typeof refusals;

/** What is known of a refusal besides its reason, for log and audit. */
interface Known {
  /** What exactly was wrong. */
  readonly why?: string;
  /** The login of the person at the provider. */
  readonly login?: string;
  /** The name of the user, if the login is known. */
  readonly name?: string | undefined;
}

/** Ends a log-in through the identity provider. Its message is for the user, `known` for log and audit. */
export class ProviderRefusal extends PageError {
  readonly reason: RefusalReason;
  readonly known: Known;

  constructor(reason: RefusalReason, known: Known = {}) {
    const [status, wrong, remedy] = refusals[reason];
    super(status, wrong, remedy, status === 503 ? { "retry-after": "60" } : {});
    this.reason = reason;
    this.known = known;
  }
}

/** Values of `error` in the provider's answer that mean: the user, or a rule of the provider, refused. */
const denials = new Set(["access_denied", "login_required", "consent_required", "interaction_required"]);

/** Codes of openid-client for a well-formed answer that belongs to another log-in. */
const foreign = new Set([
  "OAUTH_INVALID_RESPONSE",
  "OAUTH_JWT_CLAIM_COMPARISON_FAILED",
  "OAUTH_JWT_TIMESTAMP_CHECK_FAILED",
]);

/** The refusal for what openid-client threw. What is unknown counts as a fault of the provider. */
export function refusalOf(error: unknown): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error;
  return new ProviderRefusal(reasonOf(error), { why: whyOf(error) });
}

function reasonOf(error: unknown): RefusalReason {
  if (error instanceof AuthorizationResponseError) return denials.has(error.error) ? "denied" : "away";
  if (error instanceof ResponseBodyError) return error.error === "invalid_grant" ? "flow" : "away";
  const { code } = error as { code?: unknown };
  return typeof code === "string" && foreign.has(code) ? "answer" : "away";
}

const whyLengthMax = 500;
const causesMax = 4;

/** The messages of an error and its causes. Not the causes themselves: they hold codes, claims and whole answers. */
function whyOf(error: unknown): string {
  const texts: string[] = [];
  for (let cause = error; cause instanceof Error && texts.length < causesMax; cause = cause.cause) {
    const { status, error: code, error_description: description } = cause as Partial<ResponseBodyError>;
    texts.push([cause.message, status, code, description].filter(Boolean).join(" "));
  }
  return texts.join(": ").slice(0, whyLengthMax);
}

/** Claims about a user, from the ID token or the userinfo endpoint. */
type Claims = Readonly<Record<string, unknown>>;

/**
 * The person that the provider authenticated. An e-mail address counts only if the provider has verified it: at many
 * providers, users may write any address into their profile.
 * @param claim the claim that names a user.
 * @throws ProviderRefusal `claim`.
 */
export function identityOf({ iss, sub }: IDToken, claims: Claims, claim: string): ProviderIdentity {
  const login = providerLoginOf(claims[claim]);
  if (login === undefined) throw refuse(`the claim ${claim} is missing or has another form`);
  if (claim === "email" && claims.email_verified !== true) throw refuse("the claim email_verified is not true");
  if (!subjectForm.test(sub)) throw refuse("the subject is not 1 to 255 ASCII characters");
  return { issuer: iss, subject: sub, login };
}

/** As OpenID Connect bounds it. */
const subjectForm = /^[\x20-\x7e]{1,255}$/;

const refuse = (why: string) => new ProviderRefusal("claim", { why });

/** Whether the ID token has all claims. Some providers send the others only from the userinfo endpoint. */
export const isSufficient = (claims: Claims, claim: string) =>
  claims[claim] !== undefined && (claim !== "email" || claims.email_verified !== undefined);
