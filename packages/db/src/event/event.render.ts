import { type EventKind, eventKinds, formatId, hidesRecords, idPrefixOf, type Scope } from "@rewards/domain";
import type { Sql } from "../client.ts";
import { hashedKey } from "../idempotency/idempotency.claim.ts";
import { withinScope } from "../scope/scope.statement.ts";
import { textLiteral } from "../statement.ts";

/** A numbered event. */
export interface StoredEvent {
  /** Its place in the log, from 1, without a gap. */
  readonly number: bigint;
  readonly kind: EventKind;
  /** The first 28 digits are those of its row, the last 4 its position there: a UUID that names it for ever. */
  readonly id: string;
  readonly at: Date;
  /** The UUID of the record that it is about. */
  readonly subject: string;
  readonly data: Readonly<Record<string, unknown>> | undefined;
}

/** As readers get it. */
export interface RenderedEvent extends StoredEvent {
  readonly body: Readonly<Record<string, unknown>>;
  /** Events with the same lane are delivered in order. A hash of the member's ExternalID; without a member, of the record's ID. */
  readonly lane: string;
}

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const idOf = (prefix: string, column: string) => `${textLiteral(`${prefix}-`)} || replace(${column}::text, '-', '')`;
const ofClass = (name: string) => textLiteral(`${idPrefixOf(name)}-`);

/** How the data of a kind is read from its records: members of a JSON object, and where they come from. `t` is the record. */
interface Render {
  readonly from: string;
  readonly members: Readonly<Record<string, string>>;
}

const recordKeys = { ExternalID: "t.external_id", MemberExternalID: "t.member_external_id" };
const reason = { Reason: "split_part(t.confirmation_note, ':', 1)" };
const sale: Render = {
  from: `"sale" t`,
  members: { ...recordKeys, StoreCode: "t.store_code", SaleDateTime: iso("t.sale_date_time") },
};
const redemption: Render = {
  from: `"redemption" t`,
  members: { ...recordKeys, ExternalID: "nullif(t.external_id, '')" },
};
const voucher: Render = {
  from: `"redemption_item" t left join "reward" r on r.id = t.reward`,
  members: {
    MemberExternalID: "t.member_external_id",
    Redemption: idOf(idPrefixOf("RedemptionCase") as string, "t.redemption"),
    Reward: idOf(idPrefixOf("Reward") as string, "t.reward"),
    RewardExternalID: "r.external_id",
    ExpirationDateTime: iso("t.expiration_date_time"),
  },
};
const memberOf = `join "member" m on m.id = t.member`;
const memberMembers = {
  Member: idOf(idPrefixOf("Member") as string, "t.member"),
  MemberExternalID: "m.external_id",
  Currency: "c.name",
};
const entry: Render = {
  from: `"ledger_entry" t ${memberOf} join "currency" c on c.id = t.currency
    left join "sale" s on s.id = t.source_id and t.source_class = 'SaleCase'
    left join "redemption" r on r.id = t.source_id and t.source_class = 'RedemptionCase'`,
  members: {
    ...memberMembers,
    Type: "t.type",
    CurrencyAwarded: "trim_scale(t.currency_awarded)",
    MemberBalance: "trim_scale(t.member_balance)",
    Sequence: "t.sequence",
    Source: `case t.source_class when 'SaleCase' then ${ofClass("SaleCase")} when 'RedemptionCase' then ${ofClass("RedemptionCase")}
      when 'Adjustment' then ${ofClass("Adjustment")} when 'MemberMerge' then ${ofClass("MemberMerge")} when 'RedemptionItemCase' then ${ofClass("RedemptionItemCase")}
      when 'Payment' then ${ofClass("Payment")} when 'PaymentCancellation' then ${ofClass("PaymentCancellation")} end || replace(t.source_id::text, '-', '')`,
    SourceExternalID: "coalesce(s.external_id, nullif(r.external_id, ''))",
  },
};
const member: Render = {
  from: `"member" t`,
  members: { MemberExternalID: "t.external_id", ProgramBusinessID: "t.program_business_id" },
};

const renders: Readonly<Record<EventKind, Render | undefined>> = {
  "sale.accepted": sale,
  "sale.completed": sale,
  "sale.rejected": { ...sale, members: { ...sale.members, ...reason } },
  "sale.awaiting": sale,
  "redemption.completed": redemption,
  "redemption.rejected": { ...redemption, members: { ...redemption.members, ...reason } },
  "redemption.cancelled": redemption,
  "voucher.locked": voucher,
  "voucher.unlocked": voucher,
  "voucher.used": voucher,
  "voucher.cancelled": voucher,
  "voucher.expired": voucher,
  "member.created": member,
  "member.merged": {
    from: `"member_merge" t ${memberOf}`,
    members: {
      Member: memberMembers.Member,
      MemberExternalID: memberMembers.MemberExternalID,
      FromMember: idOf(idPrefixOf("Member") as string, "t.from_member"),
    },
  },
  "balance.changed": entry,
  "points.expired": entry,
  "points.expiring": member,
  "tier.changed": {
    from: `"tier_change" t ${memberOf} join "currency" c on c.id = t.currency`,
    members: { ...memberMembers, FromTier: "t.from_tier", ToTier: "t.to_tier", ChangeDateTime: iso("t.at") },
  },
  "reward.out_of_stock": { from: `"reward" t`, members: { ExternalID: "t.external_id", QuantityAvailable: "0" } },
  "segment.changed": { from: `"segment" t`, members: { Name: "t.name", Status: "t.status" } },
  /** Its data says all. */
  "dead_letter.created": undefined,
};

const statementOf = ({ from, members }: Render) => {
  const built = Object.entries(members).map(([name, value]) => `${textLiteral(name)}, ${value}`);
  return `select t.id, jsonb_strip_nulls(jsonb_build_object(${built.join(", ")})) as data
    from ${from} where t.id = any($1::uuid[]) and t.id between $2::uuid and $3::uuid`;
};

type Data = Readonly<Record<string, unknown>>;

async function readData(sql: Sql, render: Render, ids: readonly string[], scope: Scope): Promise<Map<string, Data>> {
  const sorted = [...ids].sort();
  // The bounds are for sales, which are partitioned by ID.
  const given = [sorted, sorted[0], sorted.at(-1)];
  const { text, parameters } = withinScope({ text: statementOf(render), parameters: given }, scope);
  const rows = await sql.unsafe<{ id: string; data: Data }[]>(text, parameters as never[], {
    prepare: !hidesRecords(scope),
  });
  return new Map(rows.map(({ id, data }) => [id, data]));
}

/**
 * Renders events from their records, in their order, with a statement for each kind of record. Leaves out events about
 * records that do not exist for the caller, or that are in a detached partition. No event has a voucher's code, nor a name
 * or an address of a person; a member's ExternalID is read here, so that of an erased person is never sent again.
 */
export async function renderEvents(
  sql: Sql,
  events: readonly StoredEvent[],
  scope: Scope = {},
): Promise<RenderedEvent[]> {
  const idsOf = new Map<Render, string[]>();
  for (const { kind, subject } of events) {
    const render = renders[kind];
    const ids = render && idsOf.get(render);
    if (ids) ids.push(subject);
    else if (render) idsOf.set(render, [subject]);
  }
  const read = await Promise.all(
    [...idsOf].map(async ([render, ids]) => [render, await readData(sql, render, ids, scope)] as const),
  );
  const dataOf = new Map(read);
  return events.flatMap((event): RenderedEvent[] => {
    const { kind, subject, number, data } = event;
    const render = renders[kind];
    const shown = render ? dataOf.get(render)?.get(subject) : {};
    if (!shown) return [];
    const { idPrefix, status } = eventKinds[kind] as { readonly idPrefix?: string; readonly status?: string };
    const prefix = idPrefix ?? idPrefixOf(String(data?.["Class"]));
    const body = {
      sequence: Number(number),
      ID: formatId(prefix ?? "", subject),
      ...(status !== undefined && { Status: status }),
      ...shown,
      ...data,
    };
    return [{ ...event, body, lane: hashedKey(String(shown["MemberExternalID"] || body.ID)) }];
  });
}
