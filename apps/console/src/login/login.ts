import {
  completeSession,
  findLoginUser,
  hashOfNobody,
  hashPassword,
  isPasswordOf,
  type LoginUser,
  openSession,
  openTotp,
  totpPeriodOf,
  useSession,
} from "@rewards/access";
import type { Author, PersonalKeys, Sql } from "@rewards/db";
import { isUserName, unnamedActor } from "@rewards/domain";
import { createGate, type Refusal } from "@rewards/runtime";
import type { Origin } from "../entrance.ts";
import { PageError } from "../page/page.error.ts";
import { makeToken } from "../session/session.cookie.ts";
import { type Attempt, type Attempts, retryAfterSeconds } from "./login.attempts.ts";

/** A session that a log-in opened. */
export interface Opened {
  /** The token for the browser's cookie. */
  readonly token: string;
  /** Whether the session waits for a one-time code. */
  readonly isCodeDue: boolean;
}

export interface Login {
  /**
   * Tries a password. Answers an unknown or disabled name after the same time as a wrong password.
   * @returns the new session; undefined if name or password is wrong.
   * @throws PageError 429 or 503.
   */
  tryPassword(name: string, password: string, origin: Origin): Promise<Opened | undefined>;
  /**
   * Asks a user who is logged in for the password again. It counts like a log-in.
   * @returns the user; undefined if the password is wrong.
   * @throws PageError 429 or 503.
   */
  provePassword(name: string, password: string, origin: Origin): Promise<LoginUser | undefined>;
  /** The hash of a new password. @throws PageError 503. */
  hashPassword(password: string): Promise<string>;
  /**
   * Tries a one-time code for the session of a token.
   * @returns the token of the session that takes its place; undefined if the code is wrong or was used before.
   * @throws PageError 429; AppError 503 if the secret of the user's codes is encrypted with a key that is missing.
   */
  tryCode(token: string, code: string, origin: Origin): Promise<string | undefined>;
}

const retryAfter = { "retry-after": String(retryAfterSeconds) };

export interface LoginOptions {
  readonly sql: Sql;
  readonly attempts: Attempts;
  readonly reportRefused: (refusal: Refusal) => void;
  /** They open the secrets of one-time codes. */
  readonly keys: PersonalKeys;
  /** How long the check of an unknown name takes; see hashOfNobody. By default as long as that of a known one. */
  readonly passwordCost?: number | undefined;
}

export function createLogin(options: LoginOptions): Login {
  const { sql, passwordCost } = options;
  const passwords = createPasswords(passwordCost);
  const nobodysHash = hashOfNobody(passwordCost);

  /** Undefined if name or password is wrong. */
  async function check(typed: string, password: string, origin: Origin) {
    const user = isUserName(typed) ? await findLoginUser(sql, typed) : undefined;
    const attempt = beginAttempt(options, typed, user?.name, origin);
    const isRight = await passwords.isRight(user?.passwordHash ?? nobodysHash, password).catch((error: unknown) => {
      attempt.forgive();
      throw error;
    });
    return user && isRight ? { user, attempt } : refuse(options, user?.name, origin, user ? "password" : "name");
  }

  return {
    async tryPassword(typed, password, origin) {
      const checked = await check(typed, password, origin);
      if (!checked) return undefined;
      const { user, attempt } = checked;
      const token = makeToken();
      if (!(await openSession(sql, user, token, authorOf(user.name, origin))))
        return refuse(options, user.name, origin, "password");
      const isCodeDue = user.totpSecret !== null;
      if (isCodeDue) attempt.forgive();
      else attempt.admit();
      return { token, isCodeDue };
    },
    async provePassword(name, password, origin) {
      const checked = await check(name, password, origin);
      checked?.attempt.admit();
      return checked?.user;
    },
    hashPassword: passwords.hash,
    tryCode: (token, code, origin) => tryCode(options, token, code, origin),
  };
}

async function tryCode(options: LoginOptions, token: string, code: string, origin: Origin) {
  const { sql, keys } = options;
  const session = await useSession(sql, token);
  if (!session?.isCodeDue || !session.totpSecret) return undefined;
  const { userName: name } = session;
  const secret = openTotp(keys, name, session.totpSecret);
  const attempt = beginAttempt(options, name, name, origin);
  const period = totpPeriodOf(code, secret, Date.now());
  const nextToken = makeToken();
  const isTaken =
    period !== undefined && (await completeSession(sql, { token, nextToken, period }, authorOf(name, origin)));
  if (!isTaken) return refuse(options, name, origin, "code");
  attempt.admit();
  return nextToken;
}

/** @throws PageError 429. */
function beginAttempt(options: LoginOptions, typed: string, name: string | undefined, origin: Origin): Attempt {
  const attempt = options.attempts.begin(typed, origin.address);
  if (attempt) return attempt;
  refuse(options, name, origin, "throttled");
  throw tooMany();
}

/** The audit names a user only if there is one: people type passwords into the field for the name. */
function refuse(
  { reportRefused }: LoginOptions,
  name: string | undefined,
  { address, requestId }: Origin,
  reason: string,
): undefined {
  reportRefused({ actor: name ?? unnamedActor, origin: address, requestId, detail: { reason } });
  return undefined;
}

const authorOf = (actor: string, { address, requestId }: Origin): Author => ({ actor, origin: address, requestId });

/** A 429 for a name or a network. */
export function tooMany(): PageError {
  return new PageError(
    429,
    "There were too many attempts to log in.",
    "Wait a minute and try again. If it was not you who tried, tell an administrator.",
    retryAfter,
  );
}

/** A check takes 128 MiB and a core for some tenths of a second: one runs at a time, and few wait. */
const checksMax = 9;
const busyAfter = { "retry-after": "5" };

/** Both throw PageError 503 if too many wait. */
export interface Passwords {
  readonly isRight: typeof isPasswordOf;
  readonly hash: (password: string) => Promise<string>;
}

/**
 * Checks and hashes passwords one after the other.
 * @param cost see hashPassword.
 */
export function createPasswords(cost?: number, isRight = isPasswordOf): Passwords {
  const overload = () =>
    new PageError(503, "Too many people log in at this moment.", "Wait some seconds and try again.", busyAfter);
  const gate = createGate(checksMax, overload);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>) =>
    gate(() => {
      const done = last.then(work);
      last = done.catch(() => undefined);
      return done;
    });
  return {
    isRight: (hash, password) => inTurn(() => isRight(hash, password)),
    hash: (password) => inTurn(() => hashPassword(password, cost)),
  };
}
