import type { Damage } from "./damage.ts";

const check = "guard.intact";
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

/** Guards that exist by name but do not protect. */
export const guardDamages: readonly Damage[] = [
  [check, "a function that does nothing", replaced("plpgsql", "begin return null; end"), function_],
  [
    check,
    "a function that refuses only some users",
    replaced(
      "plpgsql",
      "BEGIN IF current_user <> 'mallory' THEN RAISE EXCEPTION 'entries of % are never changed', TG_TABLE_NAME; END IF; RETURN NULL; END",
    ),
    function_,
  ],
  [
    check,
    "a missing trigger of a part of the keys",
    "drop trigger sale_key_3_immutable on sale_key_3",
    { kind: "trigger", table: "sale_key_3" },
  ],
  [
    check,
    "an audit that may be changed",
    "create or replace function refuse_audit_change() returns trigger language plpgsql as $$begin return new; end$$",
    { kind: "function", name: "refuse_audit_change()" },
  ],
  [check, "a missing function", "drop function refuse_change() cascade", function_],
  [
    check,
    "a trigger on updates only",
    remade("before update on ledger_entry for each statement execute function refuse_change()"),
    trigger,
  ],
  [
    check,
    "a trigger that never fires",
    remade(`before ${everything} when (false) execute function refuse_change()`),
    trigger,
  ],
  [
    check,
    "a trigger on updates of one column only",
    remade(
      "before delete or update of type or truncate on ledger_entry for each statement execute function refuse_change()",
    ),
    trigger,
  ],
  [
    check,
    "a trigger that calls another function",
    [
      "create function pass() returns trigger language plpgsql as $$begin return null; end$$",
      ...remade(`before ${everything} execute function pass()`),
    ],
    trigger,
  ],
  [
    check,
    "a trigger that calls a function of the same name in another schema",
    [
      "create schema elsewhere",
      "create function elsewhere.refuse_change() returns trigger language plpgsql as $$begin return null; end$$",
      ...remade(`before ${everything} execute function elsewhere.refuse_change()`),
    ],
    trigger,
  ],
  [
    check,
    "a trigger that fires in replica mode only",
    "alter table ledger_entry enable replica trigger ledger_entry_immutable",
    trigger,
  ],
  [
    check,
    "triggers that are off in all sessions",
    "alter role current_user set session_replication_role = 'replica'",
    { kind: "setting" },
  ],
  [check, "a unique index over another column", reindexed("(source_id, type, id)"), index],
  [check, "a unique index over one more column", reindexed("(source_id, type, currency, sequence)"), index],
  [check, "a unique index over some rows only", reindexed("(source_id, type, currency) where type = 'Sale'"), index],
  [check, "a unique index over an expression", reindexed("((source_id::text || id::text), type, currency)"), index],
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
    "a unique index on another table",
    ["drop index store_store_code_key", "create unique index store_store_code_key on product (id)"],
    { kind: "unique index", table: "store" },
  ],
  [
    check,
    "a unique index that leaves out other rows",
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
    "a missing primary key",
    "alter table idempotency_key drop constraint idempotency_key_key_path_method_caller_pk",
    { kind: "primary key", table: "idempotency_key" },
  ],
  [
    check,
    "a primary key over one more column",
    [
      "alter table pending drop constraint pending_class_id_pk",
      "alter table pending add primary key (class, id, since)",
    ],
    { kind: "primary key", table: "pending" },
  ],
  [
    check,
    "a missing check constraint",
    "alter table stock drop constraint stock_adds_up",
    { kind: "check", table: "stock" },
  ],
  [
    check,
    "a check constraint that allows more",
    [
      "alter table stock drop constraint stock_adds_up",
      "alter table stock add constraint stock_adds_up check (added = available + issued)",
    ],
    { kind: "check", table: "stock" },
  ],
  [
    check,
    "a check constraint that was not validated for existing rows",
    [
      "alter table stock drop constraint stock_adds_up",
      "alter table stock add constraint stock_adds_up check (added = available + issued and available >= 0) not valid",
    ],
    { kind: "check", table: "stock" },
  ],
  [
    check,
    "an unlogged table, which a crash empties",
    "alter table history set unlogged",
    { kind: "table", table: "history" },
  ],
];
