import { actionsOf, dataViews, deadLetterReasons, errorTable, objects } from "@rewards/domain";
import { bookChecks } from "@rewards/operations";

/** @typedef {{ header: string[], rows: string[][] }} Table */

/** @param {string} text */
const code = (text) => `\`${text}\``;

/**
 * `RedemptionItemCase` → `Redemption item`.
 * @param {string} className
 */
function nameOf(className) {
  const [first, ...rest] = className.replace(/Case$/, "").split(/(?=[A-Z])/);
  return [first, ...rest.map((word) => word.toLowerCase())].join(" ");
}

/**
 * The creation of a record and its moves, each with what makes it.
 * @param {import("@rewards/domain").ObjectDefinition} definition
 */
function movesOf(definition) {
  const { initial, path, transitions } = definition;
  const made = [nameOf(definition.class), path === null ? "a worker" : "create", "", code(initial), ""];
  const moves = Object.entries(transitions).map(([name, { from, to, text = "" }]) => {
    const makers = actionsOf(definition).filter(
      ({ transition, otherTransition }) => transition === name || otherTransition === name,
    );
    const by = makers.length === 0 ? "a worker" : makers.map((action) => action.name).join(", ");
    return ["", by, from.map(code).join(", "), to === undefined ? "stays" : code(to), text];
  });
  return [made, ...moves];
}

/**
 * The generated tables in docs, by page and by name. The page marks the table `views` with
 * `<!-- generated: views -->` and `<!-- /generated -->`.
 * @type {Record<string, Record<string, () => Table>>}
 */
const pages = {
  "docs/data-views.md": {
    views: () => ({
      header: ["View", "Records", "Parameters"],
      rows: dataViews.map(({ name, record, parameters }) => [
        code(name),
        code(record.class),
        Object.keys(parameters).map(code).join(", "),
      ]),
    }),
  },
  "docs/errors.md": {
    errors: () => ({
      header: ["Code", "Status", "Classification", "Again", "Meaning"],
      rows: Object.entries(errorTable).map(([name, [status, classification, isRetryable, meaning]]) => [
        code(name),
        String(status),
        classification,
        isRetryable ? "yes" : "no",
        meaning,
      ]),
    }),
    reasons: () => ({
      header: ["Reason", "Meaning"],
      rows: Object.entries(deadLetterReasons).map(([name, meaning]) => [code(name), meaning]),
    }),
  },
  "docs/interface.md": {
    classes: () => ({
      header: ["Object", "`{ObjectPath}`", "`objectTypeID`", "Business key", "Actions"],
      rows: objects.map((definition) => [
        nameOf(definition.class),
        definition.path === null ? "" : code(definition.path),
        definition.path === null ? "" : code(definition.class),
        definition.key ? code(definition.key.field) + (definition.key.optional ? ", optional" : "") : "none",
        actionsOf(definition)
          .map(({ name }) => name)
          .join(", "),
      ]),
    }),
    states: () => ({ header: ["Object", "Move by", "From", "To", "Meaning"], rows: objects.flatMap(movesOf) }),
  },
  "docs/verify.md": {
    checks: () => ({
      header: ["Check", "Invariant", "Holds"],
      rows: Object.entries(bookChecks).map(([check, { invariant, says }]) => [code(check), invariant, says]),
    }),
  },
};

/**
 * The pages, with their tables filled from the definitions.
 * @param {(path: string) => string} readFile
 */
export function makeDocs(readFile) {
  return Object.fromEntries(Object.entries(pages).map(([path, tables]) => [path, fill(path, readFile(path), tables)]));
}

/**
 * @param {string} path
 * @param {string} page
 * @param {Record<string, () => Table>} tables
 */
function fill(path, page, tables) {
  return Object.entries(tables).reduce((text, [name, table]) => {
    const [before = "", after] = text.split(`<!-- generated: ${name} -->\n`);
    const end = after?.indexOf("<!-- /generated -->") ?? -1;
    if (after === undefined || end < 0) throw new Error(`${path} has no marks for the generated table ${name}`);
    return `${before}<!-- generated: ${name} -->\n\n${printTable(table())}\n${after.slice(end)}`;
  }, page);
}

/** @param {Table} table */
function printTable({ header, rows }) {
  const widths = header.map((_, at) => Math.max(3, ...[header, ...rows].map((row) => row[at]?.length ?? 0)));
  const lines = [header, widths.map((width) => "-".repeat(width)), ...rows];
  return lines.map((cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |\n`).join("");
}
