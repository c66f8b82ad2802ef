import { columnsMax } from "@rewards/runtime";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { createProgram } from "./program.ts";

const program = createProgram({
  env: {},
  folder: "/",
  user: "",
  print: () => undefined,
  progress: () => undefined,
  write: () => true,
  readSecret: async () => "",
  exitWith: () => undefined,
});

/** Every command with its subcommands, by the words that call it. */
function commandsOf(command: Command, words = ""): [words: string, command: Command][] {
  const name = `${words} ${command.name()}`.trim();
  return [[name, command], ...command.commands.flatMap((one) => commandsOf(one, name))];
}

/** What `--help` prints where the output is not a terminal. */
function helpOf(command: Command): string {
  let text = "";
  const writeOut = (part: string) => {
    text += part;
  };
  command.configureOutput({ writeOut, getOutHelpWidth: () => columnsMax });
  command.outputHelp();
  return text;
}

const commands = commandsOf(program);

test.each(commands)("%s --help fits a terminal of 80 columns and shows no object as a default", (words, command) => {
  const help = helpOf(command);
  expect(help).toContain(`Usage: ${words}`);
  expect(help.split("\n").filter((line) => line.length > columnsMax)).toEqual([]);
  expect(help).not.toMatch(/\{\}|\[object/);
});

test.each(commands)(
  "%s --help describes each argument, and says which database or API the command takes",
  (words, command) => {
    for (const argument of command.registeredArguments) expect(argument.description, argument.name()).not.toBe("");
    if (words !== "rewards" && command.commands.length === 0)
      expect(helpOf(command)).toContain(words === "rewards import" ? "REWARDS_URL " : "DATABASE_URL ");
  },
);

test("start --help lists every log level", () => {
  const [, start] = commands.find(([words]) => words === "rewards start") ?? [];
  const help = helpOf(start as Command);
  for (const level of ["fatal", "error", "warn", "info", "debug", "trace", "silent"]) expect(help).toContain(level);
});
