import { changePassword, hashPassword, requireCodes } from "@rewards/access";
import { noKeys, openDatabase } from "@rewards/db";
import { createLogger, type ShutdownStep } from "@rewards/runtime";
import { Secret, TOTP } from "otpauth";
import { afterAll } from "vitest";
import { cloneTemplate } from "../../../../test/src/clone.ts";
import { type ConsoleOptions, startConsole } from "../console.ts";
import { type Browser, openBrowser, type Page } from "./browser.ts";

export const password = "correct horse battery";
const setUp = { actor: "setup" };
/** Tests log in often: a check takes a millisecond. */
const passwordCost = 8;

/** Starts a console in this process, on a separate database, and keeps its log. */
export async function openTestConsole(options: Partial<ConsoleOptions> = {}) {
  const clone = await cloneTemplate();
  // The console has its own role, so that each test shows that its rights suffice.
  const { url: ownerUrl } = clone;
  const databaseUrl = clone.urlFor("console");
  const database = openDatabase({ url: ownerUrl, name: "console-test", poolMax: 2, viewPoolMax: 1 });
  const { sql } = database;
  const steps: ShutdownStep[] = [];
  const lines: string[] = [];
  const logger = createLogger({
    name: "console",
    level: "info",
    destination: { write: (line) => void lines.push(line) },
  });
  const shutdown = { add: (_name: string, close: ShutdownStep) => void steps.push(close) };
  /** Nothing listens there: what needs an API sets its own. */
  const apiUrl = "http://127.0.0.1:9";
  const place = { databaseUrl, queueUrl: undefined, apiUrl, host: "127.0.0.1", port: 0 };
  const start = (more: Partial<ConsoleOptions> = {}) =>
    startConsole({ passwordCost, ...place, isAuthRequired: true, logger, ...options, ...more }, shutdown);
  afterAll(async () => {
    for (const close of steps) await close(1_000);
    await database.close();
    await clone.drop();
  });

  async function addUser(name: string, rights = "operator:list"): Promise<void> {
    const hash = await hashPassword(password, passwordCost);
    await sql`insert into console_user (name, rights, password_hash) values (${name}, ${rights}, ${hash})`;
  }

  const { url } = await start();
  return {
    database,
    sql,
    url,
    /** As the owner of the tables. */
    ownerUrl,
    /** The URL of a queue, for the console: with its role, if the queue is in the test's database. */
    queueUrlOf: (queueUrl: string) => (queueUrl === ownerUrl ? databaseUrl : queueUrl),
    log: () => lines.join(""),
    /** A second console on the same database, at its URL. */
    startAnother: async (more: Partial<ConsoleOptions>) => (await start(more)).url,
    addUser,
    changePassword: (name: string, next: string) => changePassword(sql, name, next, setUp),
    addCodes: (name: string, keys = noKeys) => requireCodes(sql, keys, name, setUp),
    /** What the audit has of log-ins, oldest first: operation, actor and detail. */
    audit: async () =>
      sql<{ operation: string; actor: string; origin: string; detail: Record<string, unknown> }[]>`
        select operation, actor, origin, detail from audit_entry where operation like 'console.%' order by id`,
  };
}

/** The code that an authenticator app shows for the secret, some periods of 30 s from now. */
export function codeOf(secret: Buffer, periods = 0): string {
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
  return totp.generate({ timestamp: Date.now() + periods * 30_000 });
}

/** A browser in which a user has typed name and password, and the page that followed. */
export async function logIn(url: string, name: string, typed = password): Promise<{ browser: Browser; page: Page }> {
  const browser = openBrowser(url);
  await browser.open("/login");
  return { browser, page: await browser.send("/login", { name, password: typed }) };
}
