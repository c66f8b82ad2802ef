import { sql } from "drizzle-orm";
import { bigint, boolean, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { amount, bytea, instant } from "../object/object.table.ts";

/**
 * The public keys by which APIs check each other's access tokens. The private keys never leave the memory of the API
 * that made them, so a copy of the database cannot make a token.
 */
export const tokenKey = pgTable("token_key", {
  id: text("id").primaryKey(),
  /** A JSON Web Key. */
  publicKey: jsonb("public_key").notNull(),
  createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
  /** When the last token of this key has ended. */
  expiresAt: instant("expires_at").notNull(),
});

/** Access tokens that ended early, until they would have ended anyway. APIs read the rows after their last `revision`. */
export const revokedToken = pgTable(
  "revoked_token",
  {
    id: text("id").primaryKey(),
    clientId: text("client_id").notNull(),
    expiresAt: instant("expires_at").notNull(),
    revision: bigint("revision", { mode: "number" }).notNull(),
  },
  (table) => [
    index("revoked_token_revision_idx").on(table.revision),
    index("revoked_token_client_idx").on(table.clientId),
  ],
);

/**
 * Callers with a credential. `revision` grows with every change of any client: an API compares the greatest one to see
 * whether its copy is current. Secrets are kept as SHA-256 hashes.
 */
export const apiClient = pgTable("api_client", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  /** A list of rights, as an operator gave it. */
  rights: text("rights").notNull(),
  /** What the client is limited to: the domain's `Scope`. */
  scope: jsonb("scope").notNull().default({}),
  secretHash: bytea("secret_hash").notNull(),
  secretAt: instant("secret_at").notNull().default(sql`clock_timestamp()`),
  /** The secret before the last rotation, and how long it stays valid. */
  earlierHash: bytea("earlier_hash"),
  earlierUntil: instant("earlier_until"),
  expiresAt: instant("expires_at"),
  revokedAt: instant("revoked_at"),
  createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
  revision: bigint("revision", { mode: "number" }).notNull(),
});

/**
 * What clients with limits of sums have adjusted, added and taken: in the hour and in the day that began with one of their
 * adjustments. AddBalance locks the row.
 */
export const clientAdjusted = pgTable("client_adjusted", {
  clientId: text("client_id").primaryKey(),
  hourFrom: instant("hour_from").notNull().default(sql`clock_timestamp()`),
  hourSum: amount("hour_sum").notNull().default("0"),
  dayFrom: instant("day_from").notNull().default(sql`clock_timestamp()`),
  daySum: amount("day_sum").notNull().default("0"),
});

/** Log-ins that began at the identity provider and have not ended. */
export const consoleFlow = pgTable(
  "console_flow",
  {
    /** The SHA-256 hash of the state, which the provider repeats. */
    stateHash: bytea("state_hash").primaryKey(),
    /** The SHA-256 hash of the token in the cookie of the browser that began it. */
    tokenHash: bytea("token_hash").notNull(),
    /** What the ID token must repeat. */
    nonce: text("nonce").notNull(),
    /** The verifier of PKCE. It proves to the provider that this console asked for the code. */
    verifier: text("verifier").notNull(),
    endsAt: instant("ends_at").notNull(),
  },
  (table) => [index("console_flow_ends_idx").on(table.endsAt)],
);

/** Users of the console who log in through an identity provider. They have no password. */
export const consoleIdentity = pgTable(
  "console_identity",
  {
    userName: text("user_name").primaryKey(),
    /** The login of the user at the provider, in lower case. Only the first log-in uses it. */
    login: text("login").notNull(),
    /** The provider and its ID of the user, since the first log-in. Providers never give an ID to somebody else. */
    issuer: text("issuer"),
    subject: text("subject"),
    boundAt: instant("bound_at"),
  },
  (table) => [
    uniqueIndex("console_identity_login_key").on(table.login),
    uniqueIndex("console_identity_subject_key").on(table.issuer, table.subject),
  ],
);

/** Log-ins of browsers. Ended sessions are deleted. */
export const consoleSession = pgTable(
  "console_session",
  {
    /** The SHA-256 hash of the token in the browser's cookie. */
    tokenHash: bytea("token_hash").primaryKey(),
    userName: text("user_name").notNull(),
    /** Whether the password was right and a one-time code must follow. Until then the session opens no page. */
    isCodeDue: boolean("is_code_due").notNull(),
    createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
    usedAt: instant("used_at").notNull().default(sql`clock_timestamp()`),
    /** The session ends at this time even if it is in use. */
    endsAt: instant("ends_at").notNull(),
    /** The SHA-256 hash of the key with which the console calls the API for this user, and until when; null if it never did. */
    callHash: bytea("call_hash"),
    callUntil: instant("call_until"),
  },
  (table) => [index("console_session_user_idx").on(table.userName), index("console_session_ends_idx").on(table.endsAt)],
);

/**
 * Adjustments that a user of the console asked for and another one must agree to. The owner's functions ask and refuse, and
 * AddBalance marks the one that it posts, in its transaction. One that still waits after seven days has ended.
 */
export const adjustmentRequest = pgTable(
  "adjustment_request",
  {
    /** Of the form that asked, so that a form which is sent twice asks once. */
    id: uuid("id").primaryKey(),
    member: uuid("member").notNull(),
    /** The name of the currency. */
    currency: text("currency").notNull(),
    amount: amount("amount").notNull(),
    reason: text("reason").notNull(),
    askedBy: text("asked_by").notNull(),
    askedAt: instant("asked_at").notNull().default(sql`clock_timestamp()`),
    /** Null while it waits. */
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    /** Why it was refused; null if it was not. */
    refusal: text("refusal"),
  },
  (table) => [
    index("adjustment_request_asked_idx").on(table.askedAt),
    index("adjustment_request_member_idx").on(table.member),
    check("adjustment_request_by_two", sql`${table.decidedBy} <> ${table.askedBy}`),
  ],
);

/** People who log in to the console. They are never deleted, because the audit names them. */
export const consoleUser = pgTable("console_user", {
  name: text("name").primaryKey(),
  /** A list of rights, as an operator gave it. */
  rights: text("rights").notNull(),
  /**
   * The scrypt hash of the password, with its salt and parameters (`console-user.password.ts` of packages/access). That of a user of the identity
   * provider fits no password.
   */
  passwordHash: text("password_hash").notNull(),
  passwordAt: instant("password_at").notNull().default(sql`clock_timestamp()`),
  /** The secret of the one-time codes, in clear or encrypted (`console-user.totp.ts`); null if the user logs in without codes. */
  totpSecret: bytea("totp_secret"),
  /** The period of the latest code that was used, so that each code works once. */
  totpPeriod: bigint("totp_period", { mode: "number" }),
  disabledAt: instant("disabled_at"),
  createdAt: instant("created_at").notNull().default(sql`clock_timestamp()`),
});
