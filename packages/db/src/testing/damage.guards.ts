import type { Damage } from "./damage.ts";

const check = "guard.stands";
const function_ = { kind: "function", name: "refuse_change()" };
const remade = (how: string) => [
  "drop trigger ledger_entry_immutable on ledger_entry",
  `create trigger ledger_entry_immutable ${how}`,
];
const trigger = { kind: "trigger", table: "ledger_entry", name: "ledger_entry_immutable" };
const index = { kind: "unique index", table: "ledger_entry", name: "ledger_entry_source_key" };
const reindexed = (how: string) => [
  "drop index ledger_entry_source_key",
  `create unique index ledger_entry_source_key on ledger_entry ${how}`,
];
const replaced = (language: string, body: string, more = "") =>
  `create or replace function refuse_change() returns trigger language ${language} ${more} as $$${body}$$`;
const everything = "update or delete or truncate on ledger_entry for each statement";

/** Guards that have their names and do not guard. */
export const guardDamages: readonly Damage[] = [
  [check, "a function that does nothing", replaced("plpgsql", "begin return null; end"), function_],
  [
    check,
    "a function that refuses some alone",
    replaced(
      "plpgsql",
      "BEGIN IF current_user <> 'mallory' THEN RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME; END IF; RETURN NULL; END",
    ),
    function_,
  ],
  [check, "a function that is gone", "drop function refuse_change() cascade", function_],
  [
    check,
    "a trigger of updates alone",
    remade("before update on ledger_entry for each statement execute function refuse_change()"),
    trigger,
  ],
  [
    check,
    "a trigger that is never fired",
    remade(`before ${everything} when (false) execute function refuse_change()`),
    trigger,
  ],
  [
    check,
    "a trigger of one column",
    remade(
      "before delete or update of type or truncate on ledger_entry for each statement execute function refuse_change()",
    ),
    trigger,
  ],
  [
    check,
    "a trigger of another function",
    [
      "create function pass() returns trigger language plpgsql as $$begin return null; end$$",
      ...remade(`before ${everything} execute function pass()`),
    ],
    trigger,
  ],
  [
    check,
    "a trigger of a function of the same name elsewhere",
    [
      "create schema elsewhere",
      "create function elsewhere.refuse_change() returns trigger language plpgsql as $$begin return null; end$$",
      ...remade(`before ${everything} execute function elsewhere.refuse_change()`),
    ],
    trigger,
  ],
  [
    check,
    "a trigger of replicas alone",
    "alter table ledger_entry enable replica trigger ledger_entry_immutable",
    trigger,
  ],
  [
    check,
    "triggers that all sessions pass by",
    "alter role current_user set session_replication_role = 'replica'",
    { kind: "setting" },
  ],
  [check, "a unique index over another column", reindexed("(source_id, type, id)"), index],
  [check, "a unique index over a column more", reindexed("(source_id, type, currency, sequence)"), index],
  [check, "a unique index of some rows", reindexed("(source_id, type, currency) where type = 'Sale'"), index],
  [check, "a unique index of an expression", reindexed("((source_id::text || id::text), type, currency)"), index],
  [
    check,
    "an index that is not unique",
    [
      "drop index ledger_entry_source_key",
      "create index ledger_entry_source_key on ledger_entry (source_id, type, currency)",
    ],
    index,
  ],
  [
    check,
    "a unique index of another table",
    ["drop index sale_external_id_key", "create unique index sale_external_id_key on product (id)"],
    { kind: "unique index", table: "sale" },
  ],
  [
    check,
    "a unique index that leaves other rows out",
    [
      "drop index redemption_external_id_key",
      "create unique index redemption_external_id_key on redemption (external_id) where external_id > 'x'",
    ],
    { table: "redemption" },
  ],
  [
    check,
    "a unique index that leaves out another status",
    [
      "drop index reward_external_id_key",
      "create unique index reward_external_id_key on reward (external_id) where status <> 'Resolved-deleted' and status <> 'Resolved-Deleted'",
    ],
    { table: "reward" },
  ],
  [
    check,
    "a primary key that is gone",
    "alter table idempotency_key drop constraint idempotency_key_key_path_method_caller_pk",
    { kind: "primary key", table: "idempotency_key" },
  ],
  [
    check,
    "a primary key over a column more",
    [
      "alter table pending drop constraint pending_class_id_pk",
      "alter table pending add primary key (class, id, since)",
    ],
    { kind: "primary key", table: "pending" },
  ],
  [check, "a check that is gone", "alter table stock drop constraint stock_adds_up", { kind: "check", table: "stock" }],
  [
    check,
    "a check that allows more",
    [
      "alter table stock drop constraint stock_adds_up",
      "alter table stock add constraint stock_adds_up check (added = available + issued)",
    ],
    { kind: "check", table: "stock" },
  ],
  [
    check,
    "a check that is not of the rows there are",
    [
      "alter table stock drop constraint stock_adds_up",
      "alter table stock add constraint stock_adds_up check (added = available + issued and available >= 0) not valid",
    ],
    { kind: "check", table: "stock" },
  ],
  [check, "a table that is lost with a crash", "alter table history set unlogged", { kind: "table", table: "history" }],
];
