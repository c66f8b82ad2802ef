import type { LoginUser } from "@rewards/access";
import { type ActionCall, InputError } from "../action/action.ts";
import { PageError } from "../page/page.error.ts";
import type { OwnAccount } from "./account.read.ts";

const presentField = "present";
/** Longer than a password may be, so that one that is too long is refused with a reason. */
const passwordFieldMax = 512;

interface PasswordFieldProps {
  readonly name: string;
  readonly label: string;
  readonly autocomplete: "current-password" | "new-password";
}

export const PasswordField = ({ name, label, autocomplete }: PasswordFieldProps) => (
  <>
    <label for={name}>{label}</label>
    <input id={name} name={name} type="password" required maxlength={passwordFieldMax} autocomplete={autocomplete} />
  </>
);

export const PresentPassword = () => (
  <PasswordField name={presentField} label="Your present password" autocomplete="current-password" />
);

/**
 * Asks the viewer's password again. It counts like a log-in.
 * @throws InputError if the password is wrong, PageError 429 or 503.
 */
export async function provePresent({ input, viewer, author, deps }: ActionCall): Promise<LoginUser> {
  const origin = { address: author.origin ?? "", requestId: author.requestId ?? "" };
  const user = await deps.login.provePassword(viewer.name, input.get(presentField) ?? "", origin);
  if (user === undefined) throw new InputError("The present password is wrong.");
  return user;
}

/** @throws PageError 403 for a user of the identity provider who has not just logged in. */
export function proveFresh({ sessions }: OwnAccount): void {
  if (sessions.some(({ isCurrent, isFresh }) => isCurrent && isFresh)) return;
  throw new PageError(
    403,
    "You logged in through the identity provider more than five minutes ago.",
    "Log out, log in again, and repeat it within five minutes.",
  );
}
