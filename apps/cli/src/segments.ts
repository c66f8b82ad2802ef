import { normaliseKey, parseId, segment } from "@rewards/domain";
import { type Filled, type FillRun, fillBornIn, importMembers } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import { type Command, InvalidArgumentError } from "commander";
import { withDatabase } from "./database.ts";
import { CommandError } from "./error.ts";
import { readExternalIds, showUnopened } from "./members.ts";
import { addGroup, databaseHelp, keysHelp, type ProgramOptions, readKeys, type Terminal } from "./terminal.ts";

/** `rewards segments`: adds many members to a segment, 1,000 at a time. Each slice writes an audit row. */
export function addSegments(program: Command, options: ProgramOptions): void {
  const { group, add, act } = addGroup(program, options, "segments");
  group
    .description("add many members to a segment; a run that was stopped can be repeated")
    .addHelpText("afterAll", databaseHelp);
  add("import", "add the members of a file")
    .argument("<ID>", "the segment's ID")
    .argument("<file>", "a file with an ExternalID in each line")
    .action(act(importFile));
  add("fill", "add the members who were born in a month of any year")
    .argument("<ID>", "the segment's ID")
    .requiredOption("--born-in <month>", "01 to 12", readMonth)
    .addHelpText("after", keysHelp)
    .action(act(fill));
}

/** The exit code is 1 if no member has one of the keys: the others are added. */
async function importFile(terminal: Terminal, id: string, file: string): Promise<void> {
  const keys = (await readExternalIds(file)).map(normaliseKey).filter((key) => key !== "");
  await run(terminal, id, (sql, fillRun) => importMembers(sql, keys, fillRun));
}

async function fill(terminal: Terminal, id: string, { bornIn }: { readonly bornIn: string }): Promise<void> {
  const keys = readKeys(terminal);
  await run(terminal, id, (sql, fillRun) => fillBornIn(sql, bornIn, keys, fillRun));
}

type Sql = Parameters<typeof importMembers>[0];

/** @throws CommandError if the ID is not that of a segment, or personal data cannot be read; AppError as AddMembers. */
async function run(terminal: Terminal, id: string, add: (sql: Sql, run: FillRun) => Promise<Filled>): Promise<void> {
  const parsed = parseId(id);
  if (parsed?.prefix !== segment.idPrefix) throw new CommandError(`${id} is not the ID of a segment.`);
  const progress = (members: number) => terminal.progress(`${formatCount(members)} members`);
  const fillRun = { segmentId: parsed.uuid, author: terminal.author, progress };
  const { members, unknown } = await withDatabase(terminal, ({ sql }) => add(sql, fillRun))
    .catch(showUnopened)
    .finally(() => terminal.progress(""));
  const missing =
    unknown.length > 0 ? [`${unknown.length} not found: no member has these ExternalIDs:`, ...unknown] : [];
  terminal.show({ members, unknown }, [`${formatCount(members)} members are in the segment.`, ...missing]);
  terminal.exitWith(unknown.length === 0 ? 0 : 1);
}

function readMonth(text: string): string {
  if (!/^(?:0[1-9]|1[0-2])$/.test(text)) throw new InvalidArgumentError("It must be a month from 01 to 12.");
  return text;
}
