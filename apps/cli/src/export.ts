import { gzipSync } from "node:zlib";
import { scanMsMax } from "@rewards/db";
import { csvOf, type ExportCall, exportedFields, exportedViews, exportView } from "@rewards/operations";
import { Argument, type Command, InvalidArgumentError, Option } from "commander";
import { withDatabase } from "./database.ts";
import { showUnopened } from "./members.ts";
import {
  actionOf,
  addTerminalOptions,
  databaseHelp,
  keysHelp,
  type ProgramOptions,
  readKeys,
  readTime,
  type Terminal,
} from "./terminal.ts";

/** Records that are written at a time. */
const recordsOfPart = 1_000;

function readView(text: string): ExportCall["view"] {
  const found = exportedViews.find(({ name }) => name.toLowerCase() === text.toLowerCase());
  if (!found) throw new InvalidArgumentError(`It must be one of ${exportedViews.map(({ name }) => name).join(", ")}.`);
  return found;
}

function readParameter(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError("It must be Name=value.");
  return { ...before, [name]: value };
}

const help = `
Prints all records of the view as of one moment. Fields that describe a person
are left out without --personal. The audit records each export.
${databaseHelp}
${keysHelp}`;

/** `rewards export`: the records of a view, as lines of JSON or as CSV. */
export function addExport(program: Command, options: ProgramOptions): void {
  const command = program
    .command("export")
    .description("print the records of a view, as lines of JSON or as CSV")
    .addArgument(new Argument("<view>", "a data view, such as MemberList, or LedgerEntries").argParser(readView))
    .option("--parameter <name=value>", "a parameter of the view; may be repeated", readParameter)
    .option("--from <time>", "from this time on, by CreateDateTime or by the view's FromDateTime", readTime)
    .option("--to <time>", "up to this time, included", readTime)
    .addOption(new Option("--format <format>", "how to write them").choices(["ndjson", "csv"]).default("ndjson"))
    .option("--gzip", "pack it")
    .option("--personal", "with the fields that describe a person");
  addTerminalOptions(command, "no effect: --format says how it prints")
    .addHelpText("after", help)
    .action(actionOf(options)(printView));
}

interface ExportOptions {
  readonly parameter?: Readonly<Record<string, string>>;
  readonly from?: string;
  readonly to?: string;
  readonly format: "ndjson" | "csv";
  readonly gzip?: true;
  readonly personal?: true;
}

async function printView(terminal: Terminal, view: ExportCall["view"], options: ExportOptions): Promise<void> {
  const { parameter: parameters = {}, from, to, personal: isPersonal = false, format, gzip } = options;
  const call: ExportCall = { view, parameters, from, to, isPersonal };
  const write = (text: string) => terminal.write(gzip ? gzipSync(text) : text);
  const csv = format === "csv" ? csvOf(view.record, exportedFields(call)) : undefined;
  const partOf = (lines: readonly string[]) =>
    csv ? csv.linesOf(lines.map((line) => JSON.parse(line))) : lines.map((line) => `${line}\n`).join("");
  let isRead = write(csv?.head ?? "");
  let lines: string[] = [];
  const take = (json: string) => {
    if (lines.push(json) === recordsOfPart) {
      isRead = write(partOf(lines));
      lines = [];
    }
    return isRead;
  };
  const run = (database: Parameters<typeof exportView>[0]) =>
    exportView(database, call, terminal.author, take, readKeys(terminal));
  await withDatabase(terminal, run, { viewMsMax: scanMsMax }).catch(showUnopened);
  write(partOf(lines));
}
