import { type ClonedDatabase, cloneDatabase } from "@rewards/embedded";
import { inject } from "vitest";
import type {} from "./global-setup.ts";

export type { ClonedDatabase };

/** A migrated database for one test. */
export function cloneTemplate(): Promise<ClonedDatabase> {
  return cloneDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
}

/** The server on which test databases are created. */
export function serverUrl(): string {
  return inject("databaseServerUrl");
}
