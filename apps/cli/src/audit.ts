import { exportAudit } from "@rewards/operations";
import type { Command } from "commander";
import { withDatabase } from "./database.ts";
import {
  addGroup,
  addTerminalOptions,
  databaseHelp,
  jsonLinesHelp,
  type ProgramOptions,
  readTime,
  type Terminal,
} from "./terminal.ts";

const help = `
Prints one JSON object a line: id, at, actor, origin, requestId, operation,
class, recordId, reason and detail. The export is audited itself.
${databaseHelp}`;

/** `rewards audit export`: who did what, when and from where. */
export function addAudit(program: Command, options: ProgramOptions): void {
  const { group, act } = addGroup(program, options, "audit");
  group.description("export the audit: who did what, when, and from where");
  addTerminalOptions(
    group
      .command("export")
      .description("print the entries of the audit in their order")
      .option("--since <time>", "from this time on, such as 2027-01-31T00:00:00Z", readTime)
      .option("--until <time>", "before this time", readTime)
      .addHelpText("after", help),
    jsonLinesHelp,
  ).action(act(exportEntries));
}

async function exportEntries(terminal: Terminal, { since, until }: { since?: string; until?: string }): Promise<void> {
  await withDatabase(terminal, ({ sql }) =>
    exportAudit(sql, { since, until }, terminal.author, (entries) => {
      for (const entry of entries) terminal.print(JSON.stringify(entry));
    }),
  );
}
