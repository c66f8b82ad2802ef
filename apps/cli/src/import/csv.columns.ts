import { CommandError } from "../error.ts";
import type { Cell } from "./mapping.ts";

export type Cells = readonly string[];
export type Read<Value> = (cells: Cells) => Value;

/** @throws CommandError (`demand`) for a column that is missing. */
export function findColumns(names: Cells) {
  const find = (name: string): Read<string> | undefined => {
    const index = names.indexOf(name);
    return index < 0 ? undefined : (cells) => (cells[index] as string).trim();
  };
  const demand = (name: string): Read<string> => {
    const found = find(name);
    if (!found) throw new CommandError(`The file has no column ${name}. It has: ${names.join(", ")}.`, 2);
    return found;
  };
  return { find, demand };
}

export type Columns = ReturnType<typeof findColumns>;

/** @throws CommandError if a column is missing whose cell has no other source. */
export function textOf(
  { column, columns: others, template, constant, default: otherwise }: Cell,
  columns: Columns,
): Read<string> {
  const names = [...(column === undefined ? [] : [column]), ...others];
  const found = names.flatMap((name) => columns.find(name) ?? []);
  const named = [...(template ?? "").matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
  const isFilled = template !== undefined && named.every((name) => columns.find(name));
  if (isFilled) found.push((cells) => fillIn(template, (name) => columns.demand(name)(cells)));
  const last = constant ?? otherwise;
  // Names the column that is missing.
  if (found.length === 0 && last === undefined) for (const name of [...names, ...named]) columns.demand(name);
  return (cells) => found.reduce((text, read) => text || read(cells), "") || (last ?? "");
}

const fillIn = (template: string, textAt: (name: string) => string) =>
  template.replace(/\{([^}]+)\}/g, (_, name: string) => textAt(name)).trim();
