import { createViewRunner } from "@rewards/db";
import { objectOfId } from "@rewards/domain";
import { type Inspection, inspectDeadLetter } from "@rewards/operations";
import { withDatabase } from "../database.ts";
import { formatTable } from "../table.ts";
import type { Terminal } from "../terminal.ts";

/** Prints a dead letter, its record and its audit trail. */
export async function show(id: string, { choice, print, isJson, author }: Terminal): Promise<void> {
  const { definition, uuid } = objectOfId(id);
  const shown = await withDatabase(choice, ({ sql, readDb }) =>
    inspectDeadLetter({ sql, readDb: createViewRunner(readDb) }, definition, uuid, author),
  );
  if (isJson) print(JSON.stringify(shown));
  else for (const line of describe(shown)) print(line);
}

function describe({ deadLetter, objectInfo, audit }: Inspection): string[] {
  const trail = audit.map(({ at, actor, operation, reason }) => [at, actor, operation, reason]);
  return [
    ...(deadLetter ? pairs(deadLetter) : [`${objectInfo.ID} is no longer a dead letter.`]),
    "",
    "Record",
    ...pairs(objectInfo.content).map((line) => `  ${line}`),
    "",
    ...(trail.length > 0
      ? formatTable(["At", "Actor", "Operation", "Reason"], trail)
      : ["No operator has dealt with it."]),
  ];
}

function pairs(of: object): string[] {
  const width = Math.max(...Object.keys(of).map((name) => name.length));
  return Object.entries(of).map(
    ([name, value]) => `${name.padEnd(width)}  ${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
}
