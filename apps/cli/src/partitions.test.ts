import { expect, test } from "vitest";
import { runChange } from "./partitions.ts";

const env = { DATABASE_URL: "postgres://owner@db.example:5432/rewards" };
const terminal = { env, progress: () => undefined };
const fail = (code: string, message: string) => () => Promise.reject(Object.assign(new Error(message), { code }));

test.each([
  ["CONNECTION_CLOSED", "write CONNECTION_CLOSED", "Check that it runs"],
  ["57P03", "the database system is starting up", "It starts, stops or recovers"],
])("a change that loses Postgres (%s) says what to do, and that it continues", async (code, message, remedy) => {
  const lost = runChange(terminal, fail(code, message));
  await expect(lost).rejects.toThrow(`Postgres fails (${code}). ${remedy}`);
  await expect(lost).rejects.toThrow("The change is not done: run the command again, and it continues.");
});

test.each([
  ["by Postgres", "53100", "could not extend file"],
  ["by the disk of the archive", "ENOSPC", "no space left on device"],
])("a change that is refused %s was not made, for its reason", async (_, code, message) => {
  const refused = runChange(terminal, fail(code, message));
  await expect(refused).rejects.toThrow(`The change was not made: ${message}.`);
});
