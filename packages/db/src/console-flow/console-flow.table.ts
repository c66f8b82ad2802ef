import { index, pgTable, text } from "drizzle-orm/pg-core";
import { bytea, instant } from "../object/object.table.ts";

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
