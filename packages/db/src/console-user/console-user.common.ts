import { readFileSync } from "node:fs";
import { passwordForm, passwordProblem } from "@rewards/domain";

/** One password a line, in lower case, after lines of comment. */
const file = new URL("../../data/common-passwords.txt", import.meta.url);

let common: ReadonlySet<string> | undefined;

function isCommon(password: string): boolean {
  common ??= new Set(
    readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => !line.startsWith("# ")),
  );
  return common.has(passwordForm(password).toLowerCase());
}

/**
 * Why a user may not have this new password, as a sentence for the person who chose it; undefined if it is accepted.
 * @param name as it is stored.
 */
export function newPasswordProblem(password: string, name: string): string | undefined {
  const stolen = "The password is in lists of stolen passwords: choose one that nobody else would.";
  return passwordProblem(password, name) ?? (isCommon(password) ? stolen : undefined);
}
