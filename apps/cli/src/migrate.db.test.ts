import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cloneDatabase } from "@rewards/embedded";
import { expect, inject, it } from "vitest";
import { runCommand } from "./testing/command.ts";

const example = fileURLToPath(new URL("../programmes.example.yaml", import.meta.url));

it("migrate and programmes apply change nothing the second time", async () => {
  const database = await cloneDatabase(inject("databaseServerUrl"), inject("databaseTemplate"));
  const run = async (...args: string[]): Promise<string> => {
    const command = runCommand(args, { DATABASE_URL: database.url });
    expect(await command.exited, command.output()).toBe(0);
    return command.output();
  };
  try {
    const migrated = await run("migrate");
    expect(migrated).toMatch(
      /^Database \S+: nothing to apply, the schema is at migration (\d+) of \1\n(?:Role rewards_\w+: has .+\n){4}Queue \S+: up to date\n$/,
    );
    expect(await run("migrate")).toBe(migrated);
    expect(await run("programmes", "apply", example)).toBe("REWARDS: unchanged\nCLUB: created\n");
    expect(await run("programmes", "apply", example)).toBe("REWARDS: unchanged\nCLUB: unchanged\n");
    const piped = runCommand(
      ["programmes", "apply", "-"],
      { DATABASE_URL: database.url },
      readFileSync(example, "utf8"),
    );
    expect([await piped.exited, piped.output()]).toEqual([0, "REWARDS: unchanged\nCLUB: unchanged\n"]);
    expect(await run("programmes")).toMatch(/CLUB\nName +Club\nCurrencies +Points, Stars\nTime zone +Europe\/Berlin\n/);
  } finally {
    await database.drop();
  }
});

it("a server that does not answer is named, its password is not", async () => {
  const command = runCommand(["migrate"], { DATABASE_URL: "postgres://me:secret@127.0.0.1:1/rewards" });
  expect(await command.exited).toBe(1);
  expect(command.output()).toMatch(
    /Cannot migrate 127\.0\.0\.1:1\/rewards \(DATABASE_URL\): connect ECONNREFUSED.*\. Check that it runs, and that DATABASE_URL/,
  );
  expect(command.output()).not.toContain("secret");
});

it("migrate does not guess a database", async () => {
  const command = runCommand(["migrate"], { DATABASE_URL: " " });
  expect(await command.exited).toBe(1);
  expect(command.output()).toContain("DATABASE_URL is not set");
});
