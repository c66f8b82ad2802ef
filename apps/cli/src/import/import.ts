import { createHash } from "node:crypto";
import { creatableObjects } from "@rewards/domain";
import { describeCause, formatCount, loadConfig } from "@rewards/runtime";
import { Argument, type Command, InvalidArgumentError } from "commander";
import { importConfig } from "../config.ts";
import { CommandError } from "../error.ts";
import { actionOf, type ProgramOptions, type Terminal } from "../terminal.ts";
import type { Api } from "./api.call.ts";
import { addBalances, balance } from "./balance.ts";
import { batchesOf } from "./batches.ts";
import type { ImportClass } from "./csv.plan.ts";
import { type FileLine, openLines } from "./lines.read.ts";
import { codeOf, sendLines } from "./lines.send.ts";
import { readMapping } from "./mapping.read.ts";
import { noPlace, openPlace } from "./place.ts";
import { checkLines, openRefused } from "./refused.ts";
import { openSource } from "./source.open.ts";

const fileHashLength = 32;

interface ImportOptions {
  readonly url?: string;
  readonly key?: string;
  readonly dryRun?: true;
  readonly existing?: "skip";
  readonly refused?: string;
  readonly map?: string;
}

const nameOf = ({ noun }: ImportClass) => noun.replaceAll("_", "-");

const classes: readonly ImportClass[] = [...creatableObjects, balance];

function readClass(text: string): ImportClass {
  const found = classes.find((one) => nameOf(one) === text.toLowerCase() || one.path === text);
  if (!found) throw new InvalidArgumentError(`It must be one of ${classes.map(nameOf).join(", ")}.`);
  return found;
}

const help = `
Environment:
  REWARDS_URL  the API (default: http://127.0.0.1:3000)
  REWARDS_KEY  the key of a client with the right of the create, such as
               sale:create, if the API asks for credentials

The exit code is 1 if lines are refused, and 2 if the import could not run to
its end. Run again, it goes on where it stopped (docs/import.md).`;

/** `rewards import`: sends the lines of a file to the API. */
export function addImport(program: Command, options: ProgramOptions): void {
  program
    .command("import")
    .description("create the records of a file: CSV, or a JSON object in each line")
    .addArgument(new Argument("<class>", "what the lines are, such as sale or member").argParser(readClass))
    .argument("<file>", "the file, gzipped or not; - for standard input")
    .option("--url <url>", "the address of the API")
    .option("--key <key>", "the client's key; REWARDS_KEY keeps it out of the list of processes")
    .option("--map <map>", "how columns become fields: a YAML file, or a name such as shopify-orders")
    .option("--dry-run", "only check the lines, and send nothing")
    .option("--existing <skip>", "skip: do not count lines whose key exists already as refused", readExisting)
    .option("--refused <file>", "where refused lines go (default: the file's name and .refused.ndjson)")
    .option("--json", "print one JSON object")
    .addHelpText("after", help)
    .action(actionOf(options)(importFile));
}

function readExisting(text: string): "skip" {
  if (text !== "skip") throw new InvalidArgumentError("It must be skip.");
  return text;
}

async function importFile(
  terminal: Terminal,
  of: ImportClass,
  file: string,
  { url, key, dryRun, existing, refused, map }: ImportOptions,
): Promise<void> {
  const config = loadConfig(importConfig, terminal.env);
  const api: Api = { url: url ?? config.REWARDS_URL, key: key ?? config.REWARDS_KEY };
  const mapping = map === undefined ? undefined : await readMapping(map, nameOf(of));
  const refusedPath = refused ?? `${file === "-" ? "import" : file}.refused.ndjson`;
  const stopped = await openPlace(file, [nameOf(of), mapping]).catch(cannotRead(file));
  if (dryRun && refused === undefined && stopped.line > 0)
    throw new CommandError(`${refusedPath} is of the import that stopped: name another file by --refused.`, 2);
  const place = dryRun ? noPlace : stopped;
  const send = dryRun ? (lines: readonly FileLine[]) => checkLines(of, lines) : await openSend(api, of, file);
  const refusedFile = await openRefused(refusedPath, place.line === 0);
  const counts = { lines: 0, existing: 0, refused: 0 };
  const show = createProgress(terminal, counts);
  for await (const { lines, part } of batchesOf(file, await openSource(file, of, mapping), place)) {
    const wrong = lines.flatMap(({ error, ...line }) => (error ? [{ line, error }] : []));
    const all = [...wrong, ...(await send(lines.filter(({ error }) => !error)))];
    const kept = existing === "skip" ? all.filter(({ error }) => codeOf(error) !== "Error_Key_Taken") : all;
    await refusedFile.add(kept);
    counts.lines += lines.length;
    counts.existing += all.length - kept.length;
    counts.refused += kept.length;
    show(part);
  }
  terminal.progress("");
  terminal.show(counts, summaryOf(counts, dryRun ? "checked" : "sent", refusedPath));
  terminal.exitWith(counts.refused > 0 ? 1 : 0);
}

/** @throws CommandError for balances on standard input: only a file has a hash before its first line is sent. */
async function openSend(api: Api, of: ImportClass, file: string) {
  if (of !== balance) return (lines: readonly FileLine[]) => sendLines(api, of.path, lines);
  if (file === "-") throw new CommandError("Balances need a file: its hash is part of the keys of its lines.", 2);
  const hash = createHash("sha256");
  // Of the lines: packed, the file is the same.
  for await (const { bytes } of (await openLines(file)).lines) hash.update(`${bytes}\n`, "latin1");
  const fileHash = hash.digest("hex").slice(0, fileHashLength);
  return (lines: readonly FileLine[]) => addBalances(api, fileHash, lines);
}

interface Counts {
  readonly lines: number;
  readonly existing: number;
  readonly refused: number;
}

function createProgress(terminal: Terminal, counts: Counts): (part: string) => void {
  const startedMs = performance.now();
  return (part) => {
    const rate = Math.round((counts.lines * 1_000) / (performance.now() - startedMs));
    const [lines, refused] = [formatCount(counts.lines), formatCount(counts.refused)];
    terminal.progress(`${part}${lines} lines, ${formatCount(rate)}/s, ${refused} refused`);
  };
}

function summaryOf({ lines, existing, refused }: Counts, done: string, refusedPath: string): string[] {
  return [
    `${formatCount(lines)} lines ${done}.`,
    ...(existing > 0 ? [`${formatCount(existing)} exist already.`] : []),
    ...(refused > 0 ? [`${formatCount(refused)} are refused:`, refusedPath] : []),
  ];
}

const cannotRead = (file: string) => (error: unknown) => {
  throw new CommandError(`Cannot read ${file}: ${describeCause(error)}`, 2);
};
