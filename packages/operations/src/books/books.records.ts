import { redemptionOpenStatuses, saleOpenStatuses, textLiteral } from "@rewards/db";
import { firstVersion, type ObjectDefinition, objects, redemption, sale, segment, statusesOf } from "@rewards/domain";
import { firstCurrency, joinHolder, type Pass, textList } from "./books.check.ts";
import { heldCheck, heldColumns, heldJoins } from "./books.held.ts";

/** The statuses in which a record still waits for a worker, by class. Classes without a stage are missing. */
const openStatuses: Readonly<Record<string, readonly string[]>> = {
  [sale.class]: saleOpenStatuses,
  [redemption.class]: redemptionOpenStatuses,
  [segment.class]: segment.transitions.open.from,
};

/** A record that was not settled by its stage leaves these lists with its next job, which may be this late. */
const settledGrace = "interval '1 hour'";

function recordsOf(definition: ObjectDefinition): string {
  const { class: className, noun, initial, created, historyFromRow } = definition;
  const open = openStatuses[className] ?? [];
  const isOpen = open.length > 0 ? `status in ${textList(open)}` : "false";
  const isFirst = `status = ${textLiteral(initial)} and confirmation_note = ${textLiteral(created.note)} and update_user_id = create_user_id`;
  const fits = historyFromRow
    ? `case when version > ${firstVersion} then status <> ${textLiteral(initial)} else ${isFirst} end`
    : `version > ${firstVersion} or ${isFirst}`;
  return `select ${textLiteral(className)} as class, id, status, ${fits} as fits_version, status in ${textList(statusesOf(definition))} as is_known, ${isOpen} as is_open from "${noun}"`;
}

const everyRecord = objects.map(recordsOf).join(" union all ");
const stagedRecords = objects
  .filter(({ staged }) => staged)
  .map(recordsOf)
  .join(" union all ");

/** The row of `awaiting` names what its sale waits for. A return that was woken has a row only for what it holds. */
const isWaiting = (row: string) => `num_nonnulls(${row}.member, ${row}.store, ${row}.original) > 0`;

const records: Pass = {
  of: "records",
  invariant: "I7",
  rows: `
    select r.*, coalesce(p.id, a.sale_id, d.id) is not null as is_listed
    from (${everyRecord}) r
    left join pending p on p.class = r.class and p.id = r.id
    left join awaiting a on a.sale_id = r.id and r.class = ${textLiteral(sale.class)} and ${isWaiting("a")}
    left join dead_letter d on d.class = r.class and d.id = r.id`,
  names: { class: "class", id: "id", status: "status" },
  checks: {
    "record.open": {
      invariant: "I3",
      says: "A record that is not settled is pending, awaiting or a dead letter.",
      holds: "is_listed or not is_open",
    },
    "record.status": { says: "A record's status is one of its class.", holds: "is_known" },
    "record.version": {
      says: "A record of the first version is as it was created; a sale or redemption of a later version has left its initial status.",
      holds: "fits_version",
    },
  },
};

/** Joins each row of a list with its record. */
const listed = (list: string, more: string) => `
  select l.*, r.status, coalesce(r.is_open, false) as is_open, r.id is not null as is_record${more}
  from ${list} l left join (${stagedRecords}) r on r.class = l.class and r.id = l.id`;

const pending: Pass = {
  of: "pending",
  invariant: "I3",
  rows: listed("pending", ""),
  names: { class: "class", id: "id" },
  checks: {
    "pending.record": {
      says: "A row in pending has its record, and the record is not settled, or the row is less than an hour old.",
      holds: `is_record and (is_open or since > now() - ${settledGrace})`,
    },
  },
};

const failing: Pass = {
  of: "failing",
  invariant: "I3",
  rows: "select f.*, p.id as pending_id from failing f left join pending p on p.class = f.class and p.id = f.id",
  names: { class: "class", id: "id" },
  checks: {
    "failing.pending": {
      says: "A failing record is pending, or first failed less than an hour ago.",
      holds: `pending_id is not null or first_at > now() - ${settledGrace}`,
    },
  },
};

const awaiting: Pass = {
  of: "awaiting",
  invariant: "I3",
  rows: `
    select a.*, s.status, coalesce(a.member, s.member_external_id) = s.member_external_id
      and coalesce(a.store, s.store_code) = s.store_code
      and (a.original is null or s.sale_items @> jsonb_build_array(jsonb_build_object('OriginalSaleExternalID', a.original))) as is_of_sale,
      ${isWaiting("a")} as is_waiting, m.id as member_id, c.id as first_currency, ${heldColumns}
    from awaiting a left join sale s on s.id = a.sale_id
    ${joinHolder("s.member_external_id")}${firstCurrency}${heldJoins}`,
  names: { sale: "sale_id" },
  checks: {
    "awaiting.sale": {
      says: "A row in awaiting has a sale that awaits a reference, and names that sale's member or store, or the original of one of its lines.",
      holds: `status = ${textLiteral(sale.transitions.await.to)} and (is_waiting or held is not null) and (original is null) = (until is null) and is_of_sale`,
    },
    "awaiting.held": heldCheck,
  },
};

const deadLetters: Pass = {
  of: "dead letters",
  invariant: "I3",
  rows: listed(
    "dead_letter",
    ", exists (select from pending p where p.class = l.class and p.id = l.id) as is_pending, exists (select from failing f where f.class = l.class and f.id = l.id) as is_failing",
  ),
  names: { class: "class", id: "id" },
  checks: {
    "dead-letter.record": {
      says: "A dead letter has a record that is not settled and is neither pending nor failing.",
      holds: "is_open and not is_pending and not is_failing",
    },
  },
};

/** Checks only the first currency: the balance of a currency added later is created with its first posting. */
const members: Pass = {
  of: "members",
  invariant: "I1",
  rows: `
    select m.id, b.id as balance from member m${firstCurrency}
    left join balance b on b.member = m.id and b.currency = c.id`,
  names: { member: "id" },
  checks: {
    "member.balance": {
      says: "A member has a balance in the first currency of its programme.",
      holds: "balance is not null",
    },
  },
};

export const recordPasses: readonly Pass[] = [records, pending, failing, awaiting, deadLetters, members];
