import type { Sql } from "@rewards/db";

const usersMax = 10_000;

/** A user as operators see one: without password and secret. Times are ISO texts, null if unset. */
export interface ListedUser {
  readonly name: string;
  readonly rights: string;
  readonly status: "active" | "disabled";
  /** Whether a log-in needs a one-time code. */
  readonly codes: boolean;
  /** The login of the user at the identity provider; null if the user has a password. */
  readonly provider: string | null;
  readonly createdAt: string;
  /** Null for a user of the provider. */
  readonly passwordAt: string | null;
  /** When the user's first log-in through the provider was. */
  readonly boundAt: string | null;
  /** When the latest of the user's sessions was used; null if the user has none. */
  readonly usedAt: string | null;
}

type Row = Omit<ListedUser, "createdAt" | "passwordAt" | "boundAt" | "usedAt"> & {
  readonly createdAt: Date;
  readonly passwordAt: Date | null;
  readonly boundAt: Date | null;
  readonly usedAt: Date | null;
};

/** By name; those that are disabled last. */
export async function listUsers(sql: Sql): Promise<ListedUser[]> {
  const rows = await sql<Row[]>`
    select name, rights, case when disabled_at is null then 'active' else 'disabled' end as status,
      totp_secret is not null as codes, login as provider, created_at as "createdAt",
      case when login is null then password_at end as "passwordAt", bound_at as "boundAt",
      (select max(used_at) from console_session s where s.user_name = u.name and not s.is_code_due) as "usedAt"
    from console_user u left join console_identity i on i.user_name = u.name order by disabled_at is not null, name limit ${usersMax}`;
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    passwordAt: row.passwordAt?.toISOString() ?? null,
    boundAt: row.boundAt?.toISOString() ?? null,
    usedAt: row.usedAt?.toISOString() ?? null,
  }));
}

/** The part of a user that a log-in checks. */
export interface LoginUser {
  readonly name: string;
  readonly passwordHash: string;
  readonly totpSecret: Buffer | null;
}

/** Undefined for names that are unknown or disabled. */
export async function findLoginUser(sql: Sql, name: string): Promise<LoginUser | undefined> {
  const [user] = await sql<LoginUser[]>`
    select name, password_hash as "passwordHash", totp_secret as "totpSecret"
    from console_user where name = ${name} and disabled_at is null`;
  return user;
}
