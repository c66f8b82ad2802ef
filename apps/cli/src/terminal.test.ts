import { Command } from "commander";
import { expect, test } from "vitest";
import { addDefaultList } from "./terminal.ts";

/** What the command wrote as an error, and how often it listed. */
async function run(...args: string[]) {
  const written: string[] = [];
  let listed = 0;
  const things = new Command("things").exitOverride().configureOutput({ writeErr: (text) => written.push(text) });
  addDefaultList(things)
    .option("--json")
    .action(() => {
      listed += 1;
    });
  things.command("apply <file>").action(() => undefined);
  await things.parseAsync(args, { from: "user" }).catch(() => undefined);
  return { written: written.join(""), listed };
}

test.each([[[]], [["list"]], [["--json"]], [["list", "--json"]]])("%j lists", async (args) => {
  expect(await run(...args)).toEqual({ written: "", listed: 1 });
});

test("a word that is no command is refused as an unknown command, with those that there are", async () => {
  const written = "error: unknown command 'aply' (things has: list, apply)\n";
  expect(await run("aply", "file.yaml")).toEqual({ written, listed: 0 });
});
