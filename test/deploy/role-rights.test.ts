import { type ObjectDefinition, objects } from "@rewards/domain";
import { apiRole, consoleRole, type ProcessRole, workerRole } from "@rewards/operations";
import { describe, expect, test } from "vitest";
import { readText } from "../flow/support/compose.ts";
import { needs, type Process, readCode } from "./support/statements.ts";

const roles: readonly (readonly [Process, ProcessRole])[] = [
  ["api", apiRole],
  ["worker", workerRole],
  ["console", consoleRole],
];

const nouns = (isOne: (definition: ObjectDefinition) => boolean) => objects.filter(isOne).map(({ noun }) => noun);
const staged = nouns((one) => one.staged !== undefined);

/** A statement whose table is no text, with its module and a part of it; it needs the right on these tables. */
interface Built {
  readonly right: string;
  readonly module: string;
  readonly text: string;
  readonly tables: readonly string[];
}

const settle: Built = {
  ...{ right: "update", module: "packages/db/src/object/object.settle.ts", text: "update $" },
  tables: [...staged, "redemption_item"],
};
const shown: Built = {
  ...{ right: "select", module: "packages/db/src/view/view.field.ts", text: ".from(from)" },
  tables: [
    ...nouns(() => true),
    "stock",
    "tier_change",
    "payment",
    "ledger_day",
    "object_history",
    "member_balance",
    "expiring_points",
    "balance_expiry",
    "expiry_rule",
  ],
};
const pageKey: Built = {
  ...{ right: "select", module: "packages/db/src/view/view.key.ts", text: ", pageKey)", tables: ["page_key"] },
};

const toldMerge: Built = {
  ...{ right: "select", module: "packages/db/src/event/event.render.ts", text: 'from: `"member_merge" t' },
  tables: ["member_merge"],
};

const built: Readonly<Record<Process, readonly Built[]>> = {
  api: [
    ...[settle, shown, pageKey, toldMerge],
    {
      ...{ right: "insert", module: "packages/db/src/insert/insert.rows.ts", text: 'insert into "$' },
      tables: nouns(({ path }) => path !== null),
    },
    {
      ...{ right: "update", module: "packages/db/src/history/history.write.ts", text: 'update "$' },
      tables: nouns(() => true),
    },
  ],
  worker: [
    settle,
    {
      ...{ right: "select", module: "packages/db/src/event/event.expiring.ts", text: "expiringBetween(" },
      tables: ["expiring_points", "expiry_rule"],
    },
    {
      ...{ right: "select", module: "packages/db/src/event/event.render.ts", text: 'from: `"tier_change" t' },
      tables: ["tier_change"],
    },
    toldMerge,
  ],
  console: [settle, shown, pageKey],
};

/** The trigger that counts what came back runs as the role that inserts into `sale_return`. */
const counted = ["insert returned_line", "update returned_line"];

describe.each(roles)("%s", (process, { rights, functions = [] }) => {
  test("needs each right of its role: a statement of its code, or one that is built there", async () => {
    const modules = await readCode(process);
    const code = [...modules.values()].join("\n");
    for (const { module, text } of built[process])
      expect([module, modules.get(module)]).toEqual([module, expect.stringContaining(text)]);
    const isBuilt = (right: string, table: string) =>
      built[process].some((one) => one.right === right && one.tables.includes(table));
    const ofTriggers = needs(code, "insert", "sale_return") ? counted : [];
    const needless = [...rights].flatMap(([table, given]) =>
      given
        .map((right) => right.split(" ")[0] as string)
        .filter((right) => !needs(code, right, table) && !isBuilt(right, table))
        .map((right) => `${right} ${table}`)
        .filter((one) => !ofTriggers.includes(one)),
    );
    expect(needless).toEqual([]);
  });

  test("calls each function of the owner that its role may call", async () => {
    const code = [...(await readCode(process)).values()].join("\n");
    const unused = functions.map((name) => name.replace(/\(.*/, "")).filter((name) => !code.includes(`${name}(`));
    expect(unused).toEqual([]);
  });
});

test("a right is needless if no code of the process has its statement, such as an API that ends a lease", async () => {
  const code = [...(await readCode("api")).values()].join("\n");
  for (const [right, table] of [
    ["delete", "lease"],
    ["insert", "awaiting"],
    ["update", "audit_entry"],
    ["delete", "sale"],
  ] as const)
    expect([right, table, needs(code, right, table)]).toEqual([right, table, false]);
});

test("the trigger that needs rights of the role that sets it off does not run as the owner", () => {
  expect(readText("packages/db/migrations/0000_base.sql")).toMatch(
    /CREATE FUNCTION "count_returned"\(\) RETURNS trigger LANGUAGE plpgsql AS/,
  );
});
