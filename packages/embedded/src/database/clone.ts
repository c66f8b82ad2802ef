import { randomBytes } from "node:crypto";
import { withConnection } from "../postgres/connect.ts";
import { consoleUrlOf, serviceUrlOf } from "../postgres/password.ts";
import { withDatabase } from "./url.ts";

export interface ClonedDatabase {
  /** As the owner of its tables. */
  readonly url: string;
  /** As the role of API and worker. */
  readonly serviceUrl: string;
  /** As the role of the console. */
  readonly consoleUrl: string;
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
  return {
    url,
    serviceUrl: serviceUrlOf(url),
    consoleUrl: consoleUrlOf(url),
    drop: async () => {
      await withConnection(adminUrl, (sql) => sql`drop database if exists ${sql(name)} with (force)`);
    },
  };
}
