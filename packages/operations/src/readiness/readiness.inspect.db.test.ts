import postgres from "postgres";
import { afterAll, expect, test } from "vitest";
import { openDatabase } from "../../../db/src/client.ts";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { apiRole, workerRole } from "../service-role/service-role.rights.ts";
import { awaitSuited, createProbe, inspectDatabase } from "./readiness.inspect.ts";
import { probeSales } from "./readiness.probe.ts";

const database = await openTestDatabase(3);
const admin = postgres(database.url, { max: 1, onnotice: () => undefined });
afterAll(() => admin.end());

/** Runs on the changed database, and undoes the change. */
async function changed<Result>(change: string, undo: string, run: () => Promise<Result>): Promise<Result> {
  await admin.unsafe(change);
  try {
    return await run();
  } finally {
    await admin.unsafe(undo);
  }
}

const forget = `alter table drizzle.__drizzle_migrations rename to elsewhere`;
const remember = `alter table drizzle.elsewhere rename to __drizzle_migrations`;

function createLog() {
  const lines: string[] = [];
  return {
    lines,
    warn: (fields: object) => void lines.push(JSON.stringify(fields)),
    info: (message: string) => void lines.push(message),
  };
}

test("a database that is not migrated is a reason with the remedy", async () => {
  const reason = async () => (await inspectDatabase(database, apiRole)).reason;
  expect(await reason()).toBeUndefined();
  expect(await changed(forget, remember, reason)).toContain("is not migrated: run `npm run migrate`");
});

test("a newer schema is no reason, and is logged once however often it is probed", async () => {
  const log = createLog();
  const probe = createProbe(database, apiRole, probeSales, log);
  const later = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
  const undo = `delete from drizzle.__drizzle_migrations where hash = 'later'`;
  expect(await changed(later, undo, async () => [await probe(), await probe()])).toEqual([undefined, undefined]);
  expect(log.lines.filter((line) => line.includes("a later release"))).toHaveLength(1);
});

test("a role that may not read the schema's version works, with a warning", async () => {
  await admin.unsafe(`
    create role stranger_${process.pid} login password 'stranger';
    grant all on all tables in schema public to stranger_${process.pid}`);
  const url = new URL(database.url);
  url.username = `stranger_${process.pid}`;
  url.password = "stranger";
  const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  try {
    const { reason, warnings } = await inspectDatabase({ sql }, apiRole);
    expect(reason).toBeUndefined();
    expect(warnings.join(" ")).toContain("grant it usage of that schema");
  } finally {
    await sql.end();
    await admin.unsafe(`drop owned by stranger_${process.pid}; drop role stranger_${process.pid}`);
  }
});

test("rights that the role lacks are a reason that names them; with a newer schema they are none", async () => {
  const worker = openDatabase({ url: database.urlFor("worker"), name: "worker", poolMax: 1, viewPoolMax: 1 });
  const reason = async () => (await inspectDatabase(worker, workerRole)).reason;
  const later = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`;
  const undo = `delete from drizzle.__drizzle_migrations where hash = 'later'`;
  try {
    expect(await reason()).toBeUndefined();
    await changed(
      "revoke insert on ledger_entry from rewards_worker",
      "grant insert on ledger_entry to rewards_worker",
      async () => {
        expect(await reason()).toMatch(
          /rewards_worker lacks the right to insert on ledger_entry: run `npm run migrate`/,
        );
        expect(await changed(later, undo, reason)).toBeUndefined();
      },
    );
  } finally {
    await worker.close();
  }
});

test("a database of another encoding is a reason", async () => {
  const name = `ascii_${process.pid}_${Date.now()}`;
  await admin.unsafe(`create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const other = openDatabase({ url: url.href, name: "ascii", poolMax: 1, viewPoolMax: 1 });
  try {
    expect((await inspectDatabase(other, apiRole)).reason).toContain("encoding is SQL_ASCII");
  } finally {
    await other.close();
    await admin.unsafe(`drop database ${name} with (force)`);
  }
});

test("sessions are read committed, whatever the database's setting; if a pooler drops that, it is a reason", async () => {
  const name = new URL(database.url).pathname.slice(1);
  await changed(
    `alter database "${name}" set default_transaction_isolation = 'repeatable read'`,
    `alter database "${name}" reset default_transaction_isolation`,
    async () => {
      const own = openDatabase({ url: database.url, name: "own", poolMax: 1, viewPoolMax: 1 });
      const bare = postgres(database.url, { max: 1 });
      expect((await inspectDatabase(own, apiRole)).reason).toBeUndefined();
      expect((await inspectDatabase({ sql: bare }, apiRole)).reason).toContain("default_transaction_isolation");
      await Promise.all([own.close(), bare.end()]);
    },
  );
});

test("waiting for a suitable database ends once it is migrated, or with the signal", async () => {
  const { signal } = new AbortController();
  const waiting = await changed(forget, remember, async () => {
    const first = awaitSuited(database, apiRole, signal);
    expect(await Promise.race([first, inspectDatabase(database, apiRole).then(() => "waits")])).toBe("waits");
    return { first };
  });
  expect(await waiting.first).toBe(true);
  const stop = new AbortController();
  const ended = awaitSuited(database, apiRole, stop.signal);
  stop.abort();
  expect(await ended).toBe(false);
});
