import { type Account, readAccount } from "@rewards/db";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { PageError } from "../page/page.error.ts";

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
export const changedMeanwhile = () =>
  new PageError(409, "Your account has changed meanwhile, and nothing was done.", "Open your account again.");
