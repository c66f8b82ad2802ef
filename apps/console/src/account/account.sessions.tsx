import { endOwnSessions, type SessionChoice } from "@rewards/access";
import { formatCount } from "@rewards/runtime";
import type { Action, ActionCall } from "../action/action.ts";
import { PageError } from "../page/page.error.ts";
import { makeToken } from "../session/session.cookie.ts";
import { PresentPassword, proveFresh, provePresent } from "./account.prove.tsx";
import { accountPath, changedMeanwhile, type OwnAccount, readOwnAccount } from "./account.read.ts";

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
