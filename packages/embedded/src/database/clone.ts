import { randomBytes } from "node:crypto";
import { withConnection } from "../postgres/connect.ts";
import { processUrlOf, serviceUrlOf } from "../postgres/password.ts";
import type { ProcessKind } from "../service/environment.ts";
import { withDatabase } from "./url.ts";

export interface ClonedDatabase {
  /** As the owner of its tables. */
  readonly url: string;
  /** As the role of commands. */
  readonly serviceUrl: string;
  /** As the role of a process. */
  readonly urlFor: (kind: ProcessKind) => string;
  /** Ends the remaining connections and removes the database. */
  drop(): Promise<void>;
}

/** Copies a template database under a new name. */
export async function cloneDatabase(serverUrl: string, templateName: string): Promise<ClonedDatabase> {
  const adminUrl = withDatabase(serverUrl, "postgres");
  const name = `${templateName}_${randomBytes(6).toString("hex")}`;
  await withConnection(
    adminUrl,
    (sql) => sql`create database ${sql(name)} template ${sql(templateName)} strategy file_copy`,
  );
  const url = withDatabase(serverUrl, name);
  const serviceUrl = serviceUrlOf(url);
  return {
    url,
    serviceUrl,
    urlFor: (kind) => processUrlOf(kind, serviceUrl),
    drop: async () => {
      await withConnection(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}
