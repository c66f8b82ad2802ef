import { describe, expect, test } from "vitest";
import { openTestDatabase } from "../../../db/src/testing/database.ts";
import { fillBooks } from "../testing/books.ts";
import { adjustmentDamages } from "../testing/damage.adjustments.ts";
import { detachedDamages } from "../testing/damage.detached.ts";
import { eventDamages } from "../testing/damage.events.ts";
import { expiryDamages } from "../testing/damage.expiry.ts";
import { guardDamages } from "../testing/damage.guards.ts";
import { heldDamages } from "../testing/damage.held.ts";
import { ledgerDamages } from "../testing/damage.ledger.ts";
import { mergeDamages } from "../testing/damage.merges.ts";
import { paymentDamages } from "../testing/damage.payments.ts";
import { recordDamages } from "../testing/damage.records.ts";
import { repriceDamages } from "../testing/damage.reprice.ts";
import { returnDamages } from "../testing/damage.returns.ts";
import { rewardDamages } from "../testing/damage.rewards.ts";
import { ruleDamages, segmentDamages } from "../testing/damage.rules.ts";
import { tierDamages } from "../testing/damage.tiers.ts";
import { type Damage, findDamage, unknownId } from "../testing/damage.ts";
import { bookChecks, passOf, verifyBooks } from "./books.verify.ts";

const { sql } = await openTestDatabase();
const books = await fillBooks(sql);
const { shop, buyer, idle, currency, adjusted, completed, middle, last, lastSequence, headed } = books;
const { pending, parked, dead, unsettled, unopened } = books;
const { mugId, pictureId, mugItem, single, double, rejected, used, expired, open } = books;
const longAgo = new Date(Date.parse(headed) - 86_400_000_000).toISOString();

const chain = { member: buyer, currency };
const atMiddle = { ...chain, sequence: "2", entry: middle };
const atThird = { ...chain, sequence: "3" };
const atLast = { ...chain, sequence: lastSequence, entry: last };
const changed = (set: string) => `update ledger_entry set ${set} where id = '${middle}'`;
const balance = (set: string) => `update balance set ${set} where member = '${buyer}'`;
const without = `delete from ledger_entry where id = '${middle}'`;
const cut = `delete from ledger_entry where id = '${last}'`;

const damages: Damage[] = [
  ...adjustmentDamages(books),
  ...ledgerDamages(books),
  ...rewardDamages(books),
  ...returnDamages(books),
  ...heldDamages(books),
  ...repriceDamages(books),
  ...ruleDamages(books),
  ...segmentDamages(books),
  ...tierDamages(books),
  ...expiryDamages(books),
  ...recordDamages(books),
  ...detachedDamages(books),
  ...eventDamages(books),
  ...guardDamages,
  ...mergeDamages(books),
  ...paymentDamages(books),
  ["entry.sequence", "an entry taken from the middle", without, atThird],
  ["entry.sequence", "a sequence that was changed", changed("sequence = 1000002"), atThird],
  ["entry.balance", "an entry taken from the middle", without, atThird],
  ["entry.balance", "an amount that was changed", changed("currency_awarded = currency_awarded + 1"), atMiddle],
  ["entry.balance", "a MemberBalance that was changed", changed("member_balance = member_balance + 1"), atMiddle],
  ["entry.time", "a time that runs back", changed("create_date_time = create_date_time - interval '1 day'"), atMiddle],
  [
    "entry.hash",
    "a time that was changed",
    `update ledger_entry set create_date_time = create_date_time + interval '1 ms' where id = '${last}'`,
    atLast,
  ],
  ["entry.hash", "a type that was changed", changed("type = 'Expiry'"), atMiddle],
  ["entry.hash", "a source that was changed", changed("source_id = gen_random_uuid()"), atMiddle],
  ["entry.hash", "an amount that was changed", changed("currency_awarded = currency_awarded + 1"), atMiddle],
  ["entry.hash", "a hash that was changed", changed("hash = sha256('x')"), atMiddle],
  ["entry.hash", "an entry taken from the middle", without, atThird],
  ["entry.hash", "an entry given to another member", changed(`member = '${idle}'`), { member: buyer, sequence: "3" }],
  ["entry.type", "a type that does not exist", changed("type = 'Gift'"), atMiddle],
  ["entry.type", "a sale that takes points away", changed("currency_awarded = -1"), atMiddle],
  ["entry.type", "a source of another class", changed("source_class = 'Adjustment'"), atMiddle],
  ["entry.awarded", "a running total that was changed", changed("awarded_after = awarded_after + 1"), atMiddle],
  ["balance.sum", "a balance that was raised", balance("balance = balance + 1, awarded = awarded + 1"), chain],
  ["balance.sum", "a balance whose row is gone", `delete from balance where member = '${buyer}'`, chain],
  ["balance.sum", "an entry taken from the end", cut, chain],
  ["balance.sequence", "a sequence that was moved on", balance("sequence = sequence + 1"), chain],
  ["balance.sequence", "an entry taken from the middle", without, chain],
  ["balance.last", "a head that is not the last entry's hash", balance("last_hash = sha256('x')"), chain],
  ["balance.last", "a time that is not the last entry's", balance("last_at = last_at + interval '1 s'"), chain],
  [
    "balance.last",
    "a balance of no entry that has a time",
    `update balance set last_at = now() where member = '${idle}'`,
    { member: idle },
  ],
  ["balance.member", "a member who is gone", `delete from member where id = '${idle}'`, { member: idle }],
  ["balance.awarded", "a total that is not what was awarded", balance("awarded = awarded + 1"), chain],
  ["balance.available", "a total that is not what was awarded", balance("awarded = awarded + 1"), chain],
  ["currency.sum", "a balance that was raised", balance("balance = balance + 1"), { currency }],
  [
    "source.completed",
    "a posted sale that is pending again",
    `update sale set status = 'Pending-Ready To Process' where id = '${completed}'`,
    atMiddle,
  ],
  [
    "source.completed",
    "a posted sale that was rejected",
    `update sale set status = 'Resolved-Rejected' where id = '${completed}'`,
    atMiddle,
  ],
  ["source.completed", "a posted sale that is gone", `delete from sale where id = '${completed}'`, atMiddle],
  [
    "source.member",
    "a posted sale of another member",
    `update sale set member_external_id = '${shop.members[1]}' where id = '${completed}'`,
    atMiddle,
  ],
  [
    "posting.once",
    "a sale posted twice",
    [
      "drop index ledger_entry_source_key",
      `insert into ledger_entry select gen_random_uuid(), member, currency, 1000, type, currency_awarded, member_balance, awarded_after,
        source_class, source_id, create_date_time, hash, rules, why from ledger_entry where id = '${middle}'`,
    ],
    { source: completed, type: "Sale", currency },
  ],
  [
    "adjustment.entry",
    "an adjustment that was changed",
    "update adjustment set amount = amount + 1",
    { adjustment: adjusted },
  ],
  ["adjustment.entry", "an adjustment that is gone", "delete from adjustment", { adjustment: adjusted }],
  [
    "adjustment.entry",
    "an adjustment that was never posted",
    `insert into adjustment (id, member, currency, amount, create_user_id) values ('${unknownId}', '${buyer}', '${currency}', 1, 'x')`,
    { adjustment: unknownId },
  ],
  [
    "record.open",
    "a pending sale that nothing waits for",
    `delete from pending where id = '${pending}'`,
    { id: pending },
  ],
  [
    "record.open",
    "a parked sale that nothing wakes",
    `delete from awaiting where sale_id = '${parked}'`,
    { id: parked, status: "Pending-Awaiting Reference" },
  ],
  ["record.open", "a dead letter that was lost", "delete from dead_letter", { class: "SaleCase", id: dead }],
  [
    "record.open",
    "a pending redemption that nothing waits for",
    `delete from pending where id = '${unsettled}'`,
    { class: "RedemptionCase", id: unsettled },
  ],
  [
    "record.open",
    "a new segment that nothing waits for",
    "delete from pending where class = 'SegmentCase'",
    { class: "SegmentCase", id: unopened },
  ],
  [
    "record.status",
    "a status that the class does not have",
    `update sale set status = 'Open-Active' where id = '${completed}'`,
    { class: "SaleCase", id: completed, status: "Open-Active" },
  ],
  [
    "record.status",
    "a status that no class has",
    `update member set status = 'Gone' where id = '${idle}'`,
    { class: "Member", id: idle, status: "Gone" },
  ],
  [
    "pending.record",
    "a settled sale that is still pending",
    `insert into pending (class, id, since) values ('SaleCase', '${completed}', now() - interval '2 hours')`,
    { class: "SaleCase", id: completed },
  ],
  [
    "pending.record",
    "a pending row of no sale",
    `insert into pending (class, id) values ('SaleCase', '${unknownId}')`,
    { class: "SaleCase", id: unknownId },
  ],
  [
    "pending.record",
    "a settled redemption that is still pending",
    `insert into pending (class, id, since) values ('RedemptionCase', '${single}', now() - interval '2 hours')`,
    { class: "RedemptionCase", id: single },
  ],
  [
    "awaiting.sale",
    "a settled sale that still awaits",
    `insert into awaiting (sale_id, member) values ('${completed}', 'x')`,
    { sale: completed },
  ],
  ["awaiting.sale", "a sale that awaits nothing", "update awaiting set member = null, store = null", { sale: parked }],
  [
    "failing.pending",
    "a failing row of nothing that is pending",
    `insert into failing (class, id, attempts, error, first_at, next_at) values ('SaleCase', '${completed}', 1, '', now() - interval '2 hours', now())`,
    { id: completed },
  ],
  [
    "dead-letter.record",
    "a dead letter that was settled",
    `update sale set status = 'Resolved-Rejected' where id = '${dead}'`,
    { id: dead },
  ],
  [
    "dead-letter.record",
    "a dead letter that is pending too",
    `insert into pending (class, id) values ('SaleCase', '${dead}')`,
    { id: dead },
  ],
  ["dead-letter.record", "a dead letter of nothing", `update dead_letter set id = '${unknownId}'`, { id: unknownId }],
  ["member.balance", "a member without a balance", `delete from balance where member = '${idle}'`, { member: idle }],
  [
    "member.balance",
    "a member of no programme",
    `update member set program_business_id = 'NONE' where id = '${idle}'`,
    { member: idle },
  ],
  [
    "idempotency-key.object",
    "a key whose object is gone",
    `update idempotency_key set object_id = '${unknownId}'`,
    { caller: "caller", method: "POST", path: "/objects", key: "known" },
  ],
  [
    "stock.reward",
    "a reward without stock",
    `delete from stock where reward_id = '${pictureId}'`,
    { reward: pictureId },
  ],
  [
    "stock.reward",
    "stock of no reward",
    `insert into stock (reward_id) values ('${unknownId}')`,
    { reward: unknownId },
  ],
  [
    "stock.sum",
    "stock that does not add up",
    [
      "alter table stock drop constraint stock_adds_up",
      `update stock set available = available + 1 where reward_id = '${mugId}'`,
    ],
    { reward: mugId },
  ],
  [
    "stock.items",
    "stock that was issued by hand",
    `update stock set added = added + 1, issued = issued + 1 where reward_id = '${mugId}'`,
    { reward: mugId },
  ],
  [
    "stock.items",
    "an item that took no stock",
    `update redemption_item set quantity = quantity + 1 where id = '${mugItem}'`,
    { reward: mugId },
  ],
  [
    "stock.items",
    "stock of a reward that is not counted",
    `update stock set added = 1, available = 1 where reward_id = '${pictureId}'`,
    { reward: pictureId },
  ],
  [
    "redemption.entry",
    "an item that was not paid for",
    `update redemption_item set quantity = quantity + 1 where id = '${mugItem}'`,
    { redemption: single, status: "Resolved-Completed" },
  ],
  [
    "redemption.entry",
    "a cost that is not a number",
    [
      `update redemption_item set reward = '${pictureId}' where id = '${mugItem}'`,
      `update reward set reward_cost = 'much' where id = '${pictureId}'`,
    ],
    { redemption: single },
  ],
  [
    "redemption.entry",
    "a redemption that was paid for and rejected",
    `update redemption set status = 'Resolved-Rejected' where id = '${double}'`,
    { redemption: double, status: "Resolved-Rejected" },
  ],
  [
    "redemption.items",
    "an item that is gone",
    `delete from redemption_item where id = '${mugItem}'`,
    { redemption: single },
  ],
  [
    "redemption.items",
    "items of a redemption that was rejected",
    `update redemption set status = 'Resolved-Rejected' where id = '${double}'`,
    { redemption: double },
  ],
  [
    "redemption.items",
    "a completed redemption without items",
    `update redemption set status = 'Resolved-Completed' where id = '${rejected}'`,
    { redemption: rejected },
  ],
  [
    "voucher.unique",
    "two vouchers of one code",
    [
      "drop index redemption_item_voucher_key_key",
      `update redemption_item set voucher_key = (select voucher_key from redemption_item where id = '${used}') where id = '${mugItem}'`,
    ],
    { item: mugItem },
  ],
  [
    "voucher.key",
    "a normalised code that is not that of the code",
    `update redemption_item set voucher_key = 'X' where id = '${open}'`,
    { item: open },
  ],
  [
    "voucher.key",
    "a code that was changed",
    `update redemption_item set voucher_code = 'x' where id = '${open}'`,
    { item: open, voucher: "x" },
  ],
  [
    "voucher.redemption",
    "a voucher of no redemption",
    `update redemption_item set redemption = '${unknownId}' where id = '${open}'`,
    { item: open },
  ],
  [
    "voucher.redemption",
    "a voucher of no reward",
    `update redemption_item set reward = '${unknownId}' where id = '${open}'`,
    { item: open },
  ],
  [
    "voucher.used",
    "a voucher used after its expiry",
    `update redemption_item set expiration_date_time = update_date_time - interval '1 hour' where id = '${used}'`,
    { item: used },
  ],
  [
    "voucher.expired",
    "a voucher that expired before its time",
    `update redemption_item set expiration_date_time = update_date_time + interval '1 hour' where id = '${expired}'`,
    { item: expired },
  ],
  [
    "voucher.expired",
    "an expired voucher without an expiry",
    `update redemption_item set expiration_date_time = null where id = '${expired}'`,
    { item: expired },
  ],
  [
    "voucher.listed",
    "a voucher that is not listed to expire",
    `delete from expiring where item_id = '${open}'`,
    { item: open },
  ],
  [
    "voucher.listed",
    "a voucher that is expired too late",
    `update expiring set at = at + interval '1 day' where item_id = '${open}'`,
    { item: open },
  ],
  [
    "voucher.listed",
    "a used voucher that is open again",
    `update redemption_item set status = 'Open-Active' where id = '${used}'`,
    { item: used },
  ],
  [
    "expiring.item",
    "a used voucher that is to expire",
    `insert into expiring (item_id, at) values ('${used}', now())`,
    { item: used },
  ],
  [
    "expiring.item",
    "a voucher that is gone and to expire",
    `insert into expiring (item_id, at) values ('${unknownId}', now())`,
    { item: unknownId },
  ],
  ["history.version", "a change without history", `delete from history where record_id = '${mugId}'`, { id: mugId }],
  [
    "history.version",
    "a version by hand",
    `update store set version = 2 where store_code = '${shop.store}'`,
    { class: "Store" },
  ],
  [
    "history.version",
    "a gap in the history",
    [
      `update history set version = 3 where record_id = '${mugId}'`,
      `update reward set version = 3 where id = '${mugId}'`,
    ],
    { class: "Reward", id: mugId },
  ],
  [
    "history.version",
    "the history of nothing",
    `update history set record_id = '${unknownId}' where record_id = '${mugId}'`,
    { id: unknownId },
  ],
  [
    "history.version",
    "written history of a record whose history is derived from its row",
    `insert into history select '${completed}', 2, 'SaleCase', 'Edit', '[]', '', 'api', now()`,
    { class: "SaleCase", id: completed },
  ],
  [
    "history.last",
    "another user by hand",
    `update redemption_item set update_user_id = 'ann' where id = '${used}'`,
    { id: used },
  ],
  [
    "history.last",
    "a time that was changed",
    `update history set at = at - interval '1 s' where record_id = '${used}'`,
    { id: used },
  ],
  [
    "history.last",
    "a note that was changed",
    `update history set note = 'x' where record_id = '${used}'`,
    { id: used },
  ],
  [
    "history.last",
    "a class that was changed",
    `update history set class = 'Store' where record_id = '${used}'`,
    { class: "RedemptionItemCase", id: used },
  ],
  [
    "history.status",
    "a used voucher that is open again",
    `update redemption_item set status = 'Open-Active' where id = '${used}'`,
    { id: used },
  ],
  [
    "history.move",
    "a move that does not exist",
    `update history set changes = '[{"field": "Status", "from": "Resolved-Expired", "to": "Resolved-Completed"}]' where record_id = '${used}'`,
    { class: "RedemptionItemCase", id: used, version: "2" },
  ],
  [
    "guard.intact",
    "a trigger that was turned off",
    "alter table ledger_entry disable trigger ledger_entry_immutable",
    { kind: "trigger", table: "ledger_entry" },
  ],
  [
    "guard.intact",
    "a trigger that is gone",
    "drop trigger ledger_period_head_immutable on ledger_period_head",
    { name: "ledger_period_head_immutable" },
  ],
  [
    "guard.intact",
    "a unique index that is gone",
    "drop index member_external_id_key",
    { kind: "unique index", table: "member", name: "member_external_id_key" },
  ],
  [
    "day.sum",
    "a day's sum that was raised",
    `update ledger_day set sum = sum + 1 where currency = '${currency}'`,
    { currency },
  ],
  [
    "day.sum",
    "a day's count that was lowered",
    `update ledger_day set count = count - 1 where currency = '${currency}'`,
    { currency },
  ],
  ["day.sum", "a day that is gone", `delete from ledger_day where currency = '${currency}'`, { currency }],
  ["day.sum", "an entry taken from the end", cut, { currency }],
  [
    "day.sum",
    "a day that was made up",
    `insert into ledger_day (currency, day, type, count, sum) values ('${currency}', '2001-01-01', 'Sale', 1, 5)`,
    { currency, day: "2001-01-01", type: "Sale" },
  ],
  [
    "day.sum",
    "a mark set back",
    `update ledger_day_mark set until = until - interval '1 year' where currency = '${currency}'`,
    { currency },
  ],
  [
    "store.sum",
    "a store's money that was raised",
    `update store_total set money = money + 1 where currency = '${currency}'`,
    { currency },
  ],
  [
    "store.sum",
    "a store's points that were raised",
    `update store_total set points = points + 1 where currency = '${currency}'`,
    { currency },
  ],
  [
    "store.sum",
    "a store's month that was raised",
    `update store_total set points = points + 1 where currency = '${currency}' and span = 'month'`,
    { currency, span: "month" },
  ],
  [
    "store.sum",
    "a store's sales that were lowered",
    `update store_total set sales = sales - 1 where currency = '${currency}'`,
    { currency },
  ],
  [
    "store.sum",
    "a day of a store that was made up",
    `insert into store_total (currency, span, first, store_code, sales, money, points) values ('${currency}', 'day', '2001-01-01', 'S', 1, 5, 5)`,
    { currency, span: "day", first: "2001-01-01", store: "S" },
  ],
  ["store.sum", "a store that is gone", `delete from store_total where currency = '${currency}'`, { currency }],
  [
    "activity.count",
    "active members that were lowered",
    `update activity_day set members[1] = members[1] - 1 where currency = '${currency}'`,
    { currency },
  ],
  [
    "activity.count",
    "active members of a made-up day",
    `insert into activity_day (currency, day, members) values ('${currency}', '2001-01-01', '{1}')`,
    { currency, day: "2001-01-01" },
  ],
  [
    "activity.count",
    "active members that are gone",
    `delete from activity_day where currency = '${currency}'`,
    { currency },
  ],
  ["head.entries", "a head that was changed", "update ledger_period_head set head = sha256('x')", { head: headed }],
  ["head.entries", "an entry taken from the end", cut, { head: headed }],
  [
    "head.entries",
    "a head whose end was moved",
    "update ledger_period_head set until = until - interval '1000 days'",
    { head: longAgo },
  ],
  [
    "head.entries",
    "a head with another count",
    "update ledger_period_head set entries = entries + 1",
    { head: headed },
  ],
];

const findingsAfter = (damage: string | readonly string[]) => findDamage(sql, damage);
/** The first damage of each check meets all checks, and the others only those of its pass: all take a tenth of a second. */
const met = damages.map((damage, index) => {
  const isFirst = damages.findIndex(([check]) => check === damage[0]) === index;
  return [...damage, isFirst ? undefined : passOf(damage[0])] as const;
});

describe("verifyBooks", () => {
  test("finds nothing in books that are in order, whatever is pending", async () => {
    expect(await verifyBooks(sql)).toEqual([]);
  });

  test.each(met)("finds by %s: %s, and names the first", async (check, _, damage, first, pass) => {
    const found = (await findDamage(sql, damage, pass)).find((finding) => finding.check === check);
    expect(found).toMatchObject({ broken: expect.any(Number), first });
  });

  test("is tested with damage for every check except noted heads and archives", () => {
    expect([...new Set(damages.map(([check]) => check)), "head.noted", "archive.file"].sort()).toEqual(
      Object.keys(bookChecks).sort(),
    );
  });

  test("counts broken rows, finds the first in numeric order, and says what the check requires", async () => {
    const findings = await findingsAfter([
      `insert into ledger_entry select gen_random_uuid(), '${idle}', currency, n, type, currency_awarded, member_balance, awarded_after,
        source_class, gen_random_uuid(), create_date_time, hash, rules, why from ledger_entry, generate_series(9, 11) n where id = '${middle}'`,
      `insert into balance (member, currency, sequence) values ('${idle}', '${currency}', 3) on conflict (member, currency) do update set sequence = 3`,
    ]);
    expect(findings.find(({ check }) => check === "entry.balance")).toMatchObject({
      check: "entry.balance",
      says: bookChecks["entry.balance"]?.says,
      broken: 3,
      first: { member: idle, sequence: "9" },
    });
  });

  test("finds nothing afterwards: all damage was rolled back", async () => expect(await verifyBooks(sql)).toEqual([]));
});

test("a settled record may stay pending for an hour: the next job takes it off", async () => {
  expect(await findingsAfter(`insert into pending (class, id) values ('SaleCase', '${completed}')`)).toEqual([]);
});

test("the normalised form of a voucher code beyond ASCII is not checked", async () => {
  expect(
    await findingsAfter(
      `update redemption_item set voucher_code = 'straße', voucher_key = 'STRASSE' where id = '${open}'`,
    ),
  ).toEqual([]);
});
