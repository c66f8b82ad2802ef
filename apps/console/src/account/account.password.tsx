import { changeOwnPassword, newPasswordProblem } from "@rewards/access";
import { formatCount } from "@rewards/runtime";
import { type Action, InputError } from "../action/action.ts";
import { PageError } from "../page/page.error.ts";
import { makeToken } from "../session/session.cookie.ts";
import { PasswordField, PresentPassword, provePresent } from "./account.prove.tsx";
import { accountPath, changedMeanwhile, type OwnAccount, readOwnAccount } from "./account.read.ts";

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
