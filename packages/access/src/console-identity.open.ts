import { type Source, type Sql, type Tx, violates, writeAudit } from "@rewards/db";
import { startSession } from "./console-session/console-session.open.ts";

/** A person that an identity provider authenticated. */
export interface ProviderIdentity {
  readonly issuer: string;
  /** The provider's ID of the person, which it never gives to somebody else. */
  readonly subject: string;
  /** The current login of the person at the provider, in lower case. */
  readonly login: string;
}

/**
 * The session that was opened, or why none was: no user has this login (`user`), the user is disabled (`disabled`), or
 * another person of the provider is bound to the user (`subject`). `name` is the user's.
 */
export type ProviderLogin =
  | { readonly name: string; readonly isCodeDue: boolean }
  | { readonly refused: "user" | "disabled" | "subject"; readonly name: string | undefined };

interface Row {
  readonly name: string;
  readonly isDisabled: boolean;
  readonly isCodeDue: boolean;
  readonly isBound: boolean;
  readonly isSame: boolean;
}

/**
 * Opens a session for a person that the provider authenticated. The first log-in binds the user to the provider's ID:
 * afterwards neither a new owner of the same e-mail address nor another provider opens one.
 */
export async function openProviderSession(
  sql: Sql,
  identity: ProviderIdentity,
  token: string,
  source: Source,
): Promise<ProviderLogin> {
  return sql
    .begin(async (tx): Promise<ProviderLogin> => {
      const user = await findUser(tx, identity);
      if (!user) return { refused: "user", name: undefined };
      const { name, isCodeDue, isDisabled, isBound, isSame } = user;
      if (isBound && !isSame) return { refused: "subject", name };
      if (isDisabled) return { refused: "disabled", name };
      const author = { ...source, actor: name };
      const { issuer, subject } = identity;
      if (!isBound) {
        await tx`
          update console_identity set issuer = ${issuer}, subject = ${subject}
          where user_name = ${name}`;
        await writeAudit(tx, { author, operation: "user.bind", detail: { user: name, issuer, subject } });
      }
      await startSession(tx, name, token, isCodeDue);
      if (!isCodeDue) await writeAudit(tx, { author, operation: "console.log-in", detail: { provider: issuer } });
      return { name, isCodeDue };
    })
    .catch((error: unknown) => {
      // Two first log-ins of one person, with two logins, at the same moment.
      if (violates(error, "console_identity_subject_key")) return { refused: "subject", name: undefined };
      throw error;
    });
}

/** The user who is bound to the person, or else the one with the login. Locked: a change of the user comes before or after. */
async function findUser(tx: Tx, { issuer, subject, login }: ProviderIdentity): Promise<Row | undefined> {
  const [row] = await tx<Row[]>`
    select u.name, u.disabled_at is not null as "isDisabled", u.totp_secret is not null as "isCodeDue",
      i.subject is not null as "isBound", coalesce(i.issuer = ${issuer} and i.subject = ${subject}, false) as "isSame"
    from console_identity i join console_user u on u.name = i.user_name
    where (i.issuer = ${issuer} and i.subject = ${subject}) or i.login = ${login}
    order by "isSame" desc limit 1 for update`;
  return row;
}
