import { type ClonedDatabase, cloneDatabase } from "@rewards/embedded";
import { inject } from "vitest";
import type {} from "./global-setup.ts";

/** A migrated database of a test's own. */
export function cloneTemplate(): Promise<ClonedDatabase> {
  return cloneDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
}

/** The server that databases are made on. */
export function serverUrl(): string {
  return inject("databaseServerUrl");
}
