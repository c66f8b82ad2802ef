import { named } from "../list.ts";
import type { Guard } from "./guard.ts";

/** Replaces a statement's condition on the Status, so that any Status matches. */
const anyStatus = { from: /\b((?:[rst]\.)?status = any\(\$\d+::text\[\]\))/g, to: "($1 or true)" } as const;
const noRowLock = (from: RegExp) => ({ from, to: "" }) as const;

/** Each of these is removed in turn: without it the suite must fail. */
export const guards: readonly Guard[] = named<Omit<Guard, "name">>({
  "unique-source": {
    summary: "the unique index on an entry's source",
    sql: "drop index ledger_entry_source_key",
    faults: ["status-set-back"],
    finds: ["doubled"],
  },
  "status-check": {
    summary: "every check of a record's Status before and at its settlement",
    changes: [
      // As they are loaded, and as they are locked.
      { matches: /^\s*select s\.id, s\.member_external_id.* from sale\s/s, ...anyStatus },
      { matches: /^\s*select r\.id, r\.member_external_id.* from redemption\s/s, ...anyStatus },
      { matches: /^\s*select id, status.* from sale\s/s, ...anyStatus },
      { matches: /^\s*select r\.id, m\.id as member,.* from redemption\s/s, ...anyStatus },
      { matches: /^\s*update "(sale|redemption)" t set status/, ...anyStatus },
    ],
    faults: ["job-repeated"],
    finds: ["moved", "doubled"],
  },
  "balance-lock": {
    summary: "the row lock of a balance",
    changes: [{ matches: /from balance\s/, ...noRowLock(/\s+for update$/) }],
    faults: ["member-hot", "adjustment-raced"],
    finds: ["setAside", "failed", "books"],
  },
  "payment-read": {
    summary: "the look at whether a Reference paid already, and its unique index",
    sql: "drop index payment_reference_key",
    changes: [
      { matches: /as k\(member, reference\)/, from: /(?=order by\s+\(member = k\.member\))/, to: "and false " },
    ],
    faults: ["payments-raced"],
    finds: ["doubled"],
  },
  "returns-read": {
    summary: "the look at what earlier returns took of a sale",
    changes: [{ matches: /from returned_line where original_id = any/, from: /$/, to: " and false" }],
    faults: ["returns-raced"],
    finds: ["points", "books"],
  },
  "rules-in-force": {
    summary: "the time from which a version of rules is in force: the last one always counts",
    changes: [
      { matches: /from earning_version v/, from: /extract\(epoch from v\.in_force_from\)/, to: "null::numeric" },
    ],
    faults: ["member-late"],
    finds: ["points", "books"],
  },
  "sums-read": {
    summary: "the look at the running sums of rules",
    changes: [{ matches: /join tally t on t\.member = k\.member/, from: /$/, to: " and false" }],
    faults: ["worker-killed-with-sums"],
    finds: ["points", "books"],
  },
  "tiers-read": {
    summary: "the look at the tier sums of a balance",
    changes: [
      { matches: /from balance\s/, from: /merged_into, tier_period/, to: "merged_into, null::text as tier_period" },
    ],
    faults: ["worker-killed-with-tiers"],
    finds: ["points", "books"],
  },
  "expire-first": {
    summary: "the look at what has expired before a deduction",
    changes: [{ matches: /as k\(member, currency, cutoff\)/, from: /$/, to: " where false" }],
    faults: ["worker-killed-in-transaction"],
    finds: ["points", "unrequested", "lost"],
  },
  "sweep-read": {
    summary: "the sweep's look at the awards since its mark",
    changes: [
      { matches: /^\s*select array_agg\(distinct member\)/, from: /and currency =/, to: "and false and currency =" },
    ],
    faults: ["worker-killed-in-transaction"],
    finds: ["lost"],
  },
  "stock-lock": {
    summary: "the row lock of a reward's stock",
    changes: [{ matches: /available from stock\s/, ...noRowLock(/\s+for update(?: skip locked)?$/) }],
    faults: ["stock-raced"],
    finds: ["setAside", "books"],
  },
  "voucher-unique": {
    summary: "the unique index on voucher codes, and the check for taken codes",
    sql: "drop index redemption_item_voucher_key_key",
    changes: [{ matches: /^select voucher_key from redemption_item/, from: /$/, to: " and false" }],
    faults: ["voucher-code-raced"],
    finds: ["doubled"],
  },
  recovery: {
    summary: "the job that finds records that no queue will deliver",
    changes: [{ matches: /insert into lease/, from: /returning true/, to: "returning false" }],
    faults: ["queue-emptied"],
    finds: ["stuck"],
  },
  idempotency: {
    summary: "the unique indexes on the ExternalIDs of sales and redemptions",
    sql: `alter table sale_key drop constraint sale_key_pkey; drop index redemption_external_id_key;
      do $$ declare month regclass; begin
        for month in select indexrelid from pg_index join pg_inherits on inhrelid = indrelid and inhparent = 'sale'::regclass
          where indisunique and not indisprimary loop execute format('drop index %s', month); end loop; end $$`,
    faults: ["key-repeated"],
    finds: ["doubled", "false"],
  },
  "idempotency-key": {
    summary: "the unique indexes on Idempotency-Keys and their hashes",
    sql: "alter table idempotency_key drop constraint idempotency_key_key_path_method_caller_pk; drop index idempotency_key_hashed_key",
    faults: ["header-repeated"],
    finds: ["doubled", "false"],
  },
  "action-key": {
    summary: "the keys of actions, at their commit: their effects are committed without them",
    sql: `create function faults.drop_key() returns trigger language plpgsql as $$ begin
        delete from idempotency_key k where k.key = new.key and k.path = new.path and k.caller = new.caller; return null; end $$;
      create constraint trigger faults_drop_key after insert on idempotency_key deferrable initially deferred for each row
        when (new.method = 'PATCH') execute function faults.drop_key()`,
    faults: ["actions-stormed"],
    finds: ["doubled", "lost", "false"],
  },
  "silence-deadline": {
    summary: "the deadline of a connection that went silent",
    preload: "blind",
    faults: ["connections-silent"],
    finds: ["unbounded"],
  },
  "synchronous-commit": {
    summary: "the setting of the product's sessions that commits are on disk before they are answered",
    settings: ["synchronous_commit"],
    faults: ["commits-asynchronous"],
    finds: ["lost"],
  },
  "stop-grace": {
    summary: "the time for which an API still serves after a stop signal",
    env: { STOP_GRACE_MS: "0" },
    faults: ["api-stopped-under-load"],
    finds: ["failed"],
  },
  "recovery-clock": {
    summary: "Postgres' clock in the order of recovery: it goes by the IDs of gateways",
    changes: [{ matches: /from pending p\s/, from: /order by p\.since(, p\.id)?/, to: "order by p.id" }],
    faults: ["api-clock-ahead"],
    finds: ["stuck"],
  },
  "lead-given-up": {
    summary: "a leader's resignation when it cannot reach the queue",
    changes: [{ matches: /update lease set until/, from: /where name/, to: "where false and name" }],
    env: { POST_WITHOUT_QUEUE: "no" },
    faults: ["leader-cut-off"],
    finds: ["stuck"],
  },
  "post-without-queue": {
    summary: "the posting by the leader while no worker reaches the queue",
    env: { POST_WITHOUT_QUEUE: "no" },
    faults: ["queue-cut-off"],
    finds: ["stuck"],
  },
  "skip-locked": {
    summary: "the skipping of balances that another session holds",
    changes: [{ matches: /from balance\s/, from: /\s+skip locked$/, to: "" }],
    faults: ["balance-held"],
    finds: ["stuck"],
  },
  "events-told": {
    summary: "the trigger that tells of each entry",
    sql: "drop trigger ledger_entry_told on ledger_entry",
    faults: ["receiver-flipping"],
    finds: ["lost"],
  },
  "events-parked": {
    summary: "the rows of events that a receiver did not take",
    changes: [{ matches: /^\s*insert into webhook_parked/, from: /(as r\(n bigint[^)]*\))/, to: "$1 where false" }],
    faults: ["receiver-flipping"],
    finds: ["lost"],
  },
});
