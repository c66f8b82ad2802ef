import { pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { instant } from "../object/object.table.ts";

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
