import { readFileSync } from "node:fs";
import { advisoryLocks } from "@rewards/db";
import { consentDays } from "@rewards/domain";
import { expect, test } from "vitest";
import { clientsMax } from "./api-client/api-client.read.ts";
import { sessionIdleMs } from "./console-session/console-session.open.ts";

const migration = readFileSync(new URL("../../db/migrations/0000_base.sql", import.meta.url), "utf8");

/** The text of a function of the base. */
function bodyOf(name: string): string {
  const [, body = ""] = new RegExp(`CREATE FUNCTION "${name}"([\\s\\S]*?)END \\$\\$;`).exec(migration) ?? [];
  return body;
}

test("the owner's functions have the bounds and the lock of this package", () => {
  expect(bodyOf("acting_user")).toContain(`interval '${sessionIdleMs / 60_000} minutes'`);
  expect(bodyOf("refuse_adjustment_as")).toContain(`interval '${consentDays} days'`);
  expect(bodyOf("create_client")).toContain(`LIMIT ${clientsMax})`);
  expect(bodyOf("next_client_revision")).toContain(`pg_advisory_xact_lock(${advisoryLocks.clients})`);
});
