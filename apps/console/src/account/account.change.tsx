import {
  type Account,
  changeOwnPassword,
  endOwnSessions,
  type LoginUser,
  newPasswordProblem,
  readAccount,
  type SessionChoice,
} from "@rewards/access";
import { formatCount } from "@rewards/runtime";
import type { Action, ActionCall } from "../action/action.tsx";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { InputError, PageError } from "../page/page.error.ts";
import { makeToken } from "../session/session.cookie.ts";

export const accountPath = "/account";

export interface OwnAccount extends Account {
  /** The token of the session that asks. */
  readonly token: string;
}

/** @throws PageError 404 with AUTH=none, where users do not log in. */
export async function readOwnAccount({ name, token }: Viewer, { sql }: Pick<ConsoleDeps, "sql">): Promise<OwnAccount> {
  if (token === undefined)
    throw new PageError(404, "Nobody has an account while nobody logs in.", "Set AUTH=required.");
  return { ...(await readAccount(sql, name, token)), token };
}

/** @throws PageError 409: the session or the password changed between the question and the answer. */
const changedMeanwhile = () =>
  new PageError(409, "Your account has changed meanwhile, and nothing was done.", "Open your account again.");

const nextField = "next";
const repeatField = "repeat";

/** Gives the viewer another password, and ends their other sessions. */
export const changePasswordAction: Action = {
  path: `${accountPath}/password`,
  right: null,
  async ask({ viewer, deps }) {
    refuseWithout(await readOwnAccount(viewer, deps));
    return {
      title: "Change your password?",
      body: (
        <>
          <p>
            A password has 12 to 128 characters, of any kind. It is refused if others chose it too. Your other sessions
            end.
          </p>
          <PresentPassword />
          <PasswordField name={nextField} label="New password" autocomplete="new-password" />
          <PasswordField name={repeatField} label="New password again" autocomplete="new-password" />
        </>
      ),
      kept: [],
      button: "Change password",
      back: accountPath,
    };
  },
  async perform(call) {
    const { input, viewer, author, deps } = call;
    const account = await readOwnAccount(viewer, deps);
    refuseWithout(account);
    const next = input.get(nextField) ?? "";
    if (next !== input.get(repeatField)) throw new InputError("The two new passwords differ.");
    const problem = newPasswordProblem(next, viewer.name);
    if (problem !== undefined) throw new InputError(problem);
    const { name, passwordHash: present } = await provePresent(call);
    const renewal = { name, token: account.token, nextToken: makeToken() };
    const hashes = { present, next: await deps.login.hashPassword(next) };
    const ended = await changeOwnPassword(deps.sql, renewal, hashes, author);
    if (ended === undefined) throw changedMeanwhile();
    const notice = `Your password is changed. Other sessions that ended: ${formatCount(ended)}.`;
    return { to: accountPath, notice, token: renewal.nextToken };
  },
};

/** @throws PageError 409 for a user of the identity provider. */
function refuseWithout({ passwordAt }: OwnAccount): void {
  if (passwordAt !== null) return;
  throw new PageError(
    409,
    "You have no password here: you log in through the identity provider.",
    "Change your password there.",
  );
}

export const sessionField = "session";

/** Ends one other session of the viewer. */
export const endSessionAction: Action = {
  path: `${accountPath}/end-session`,
  right: null,
  async ask({ input, viewer, deps }) {
    const account = await readOwnAccount(viewer, deps);
    const { createdAt, usedAt } = findOther(account, input);
    return {
      title: "End this session?",
      body: (
        <>
          <p>
            It began at {createdAt} and was used at {usedAt}. Its browser has to log in again.
          </p>
          <Proof account={account} />
        </>
      ),
      kept: [sessionField],
      button: "End session",
      back: accountPath,
    };
  },
  perform: (call) => end(call, (account) => ({ id: findOther(account, call.input).id })),
};

/** Ends all sessions of the viewer but the one that asks. */
export const endOthersAction: Action = {
  path: `${accountPath}/end-others`,
  right: null,
  ask: async ({ viewer, deps }) => ({
    title: "End all your other sessions?",
    body: (
      <>
        <p>Every other browser in which you are logged in has to log in again.</p>
        <Proof account={await readOwnAccount(viewer, deps)} />
      </>
    ),
    kept: [],
    button: "End sessions",
    back: accountPath,
  }),
  perform: (call) => end(call, () => "all"),
};

/** Users of the identity provider have no password to ask for: they prove themselves by a log-in of the last minutes. */
const Proof = ({ account }: { readonly account: OwnAccount }) =>
  account.passwordAt === null ? <p>You must have logged in within the last five minutes.</p> : <PresentPassword />;

async function end(call: ActionCall, choose: (account: OwnAccount) => SessionChoice) {
  const { viewer, author, deps } = call;
  const account = await readOwnAccount(viewer, deps);
  const choice = choose(account);
  if (account.passwordAt === null) proveFresh(account);
  else await provePresent(call);
  const renewal = { name: viewer.name, token: account.token, nextToken: makeToken() };
  const ended = await endOwnSessions(deps.sql, renewal, choice, author);
  if (ended === undefined) throw changedMeanwhile();
  return { to: accountPath, notice: `Sessions that ended: ${formatCount(ended)}.`, token: renewal.nextToken };
}

/** @throws PageError 404 if the viewer has no other session of this ID. */
function findOther({ sessions }: OwnAccount, input: URLSearchParams) {
  const id = input.get(sessionField);
  const found = sessions.find((one) => one.id === id && !one.isCurrent);
  if (found) return found;
  throw new PageError(404, "You have no other session of this ID.", "It may have ended: look at the list.");
}

const presentField = "present";
/** Longer than a password may be, so that one that is too long is refused with a reason. */
const passwordFieldMax = 512;

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: "current-password" | "new-password";
}

const PasswordField = ({ name, label, autocomplete }: PasswordFieldProps) => (
  <>
    <label for={name}>{label}</label>
    <input id={name} name={name} type="password" required maxlength={passwordFieldMax} autocomplete={autocomplete} />
  </>
);

const PresentPassword = () => (
  <PasswordField name={presentField} label="Your present password" autocomplete="current-password" />
);

/**
 * Asks the viewer's password again. It counts like a log-in.
 * @throws InputError if the password is wrong, PageError 429 or 503.
 */
async function provePresent({ input, viewer, author, deps }: ActionCall): Promise<LoginUser> {
  const origin = { address: author.origin ?? "", requestId: author.requestId ?? "" };
  const user = await deps.login.provePassword(viewer.name, input.get(presentField) ?? "", origin);
  if (user === undefined) throw new InputError("The present password is wrong.");
  return user;
}

/** @throws PageError 403 for a user of the identity provider who has not just logged in. */
function proveFresh({ sessions }: OwnAccount): void {
  if (sessions.some(({ isCurrent, isFresh }) => isCurrent && isFresh)) return;
  throw new PageError(
    403,
    "You logged in through the identity provider more than five minutes ago.",
    "Log out, log in again, and repeat it within five minutes.",
  );
}
