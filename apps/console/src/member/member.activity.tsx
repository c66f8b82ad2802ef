import {
  amountOf,
  dataViewNamed,
  isGranted,
  ledgerEntriesBetweenDates,
  payment,
  redemption,
  sale,
  showAmount,
  viewRight,
} from "@rewards/domain";
import type { Child } from "hono/jsx";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ListedRecord } from "../list/list.tsx";
import { formatChange, formatPoints, Table, Time } from "../page/elements.tsx";
import { verbsOfEntries } from "../programme/programme.days.tsx";
import { idOfReference, kindOf, RecordLink } from "../record/record.facts.tsx";
import { StatusPill } from "../record/status.tsx";
import type { Views } from "../views.ts";

const saleList = dataViewNamed("SaleList");
const redemptionList = dataViewNamed("RedemptionList");
const payments = dataViewNamed("PaymentsByMember");
const right = viewRight(ledgerEntriesBetweenDates);
const always = { FromDateTime: "1970-01-01T00:00:00.000Z", ToDateTime: "9999-12-31T23:59:59.999Z" };
const rowsMax = 30;

/** Something that happened to a member. */
interface Happening {
  readonly at: string;
  readonly what: Child;
  readonly detail: Child;
  /** Undefined for what posted nothing. */
  readonly points?: unknown;
  readonly balance?: unknown;
}

/** What happened to a member lately, the latest first; the right that the viewer lacks to see it. */
export async function readActivity(viewer: Viewer, deps: Pick<ConsoleDeps, "views">, MemberExternalID: string) {
  if (!isGranted(viewer.rights, right)) return right;
  const { views } = deps;
  const entries = await views.ask(viewer, {
    view: ledgerEntriesBetweenDates,
    parameters: { MemberExternalID, ...always },
    latestBy: ["CreateDateTime", "Sequence"],
    rowsMax,
  });
  const sources = await readSources(viewer, views, MemberExternalID, entries.data);
  const posted = entries.data.map((entry) => happeningOf(entry, sources));
  const without = isGranted(viewer.rights, viewRight(saleList))
    ? await readWithoutEntry(viewer, views, MemberExternalID, new Set(sources.keys()))
    : [];
  const oldest = entries.data.length < rowsMax ? "" : (posted.at(-1)?.at ?? "");
  return [...posted, ...without.filter(({ at }) => at >= oldest)]
    .toSorted((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
    .slice(0, rowsMax);
}

/** The sales, redemptions and payments that caused entries, by their IDs. */
async function readSources(viewer: Viewer, views: Views, MemberExternalID: string, entries: readonly ListedRecord[]) {
  const found = new Map<string, ListedRecord>();
  for (const [definition, view, parameters] of [
    [sale, saleList, {}],
    [redemption, redemptionList, {}],
    [payment, payments, { MemberExternalID }],
  ] as const) {
    const ids = [...new Set(entries.map(sourceOf).filter((id) => id.startsWith(`${definition.idPrefix}-`)))];
    if (ids.length === 0 || !isGranted(viewer.rights, viewRight(view))) continue;
    const conditions = [{ field: "ID", comparator: "IN", value: ids }] as const;
    for (const record of (await views.ask(viewer, { view, parameters, conditions, rowsMax })).data)
      found.set(String(record["ID"]), record);
  }
  return found;
}

const sourceOf = (entry: ListedRecord) => idOfReference(entry["Source"]);

/** As Reports calls them; the other types are words already. */
const words: Readonly<Record<string, string>> = {
  TransferIn: verbsOfEntries.TransferIn,
  TransferOut: verbsOfEntries.TransferOut,
  Cancellation: verbsOfEntries.Cancellation,
};

const tones: Readonly<Record<string, string>> = {
  Sale: "accent",
  Return: "problem",
  Redemption: "warn",
  Payment: "warn",
  Adjustment: "good",
};

function happeningOf(entry: ListedRecord, sources: ReadonlyMap<string, ListedRecord>): Happening {
  const type = String(entry["Type"]);
  const id = sourceOf(entry);
  return {
    at: String(entry["CreateDateTime"]),
    what: <span class={`pill ${tones[type] ?? ""}`.trim()}>{words[type] ?? type}</span>,
    detail: <Detail id={id} entry={entry} source={sources.get(id)} />,
    points: entry["CurrencyAwarded"],
    balance: entry["MemberBalance"],
  };
}

interface DetailProps {
  readonly id: string;
  readonly entry: ListedRecord;
  readonly source: ListedRecord | undefined;
}

const Detail = ({ id, entry, source }: DetailProps) => {
  const reason = entry["Reason"];
  if (!source) return <RecordLink id={id}>{String(reason || kindOf(id) || "–")}</RecordLink>;
  return (
    <>
      <RecordLink id={id}>{String(source["Reference"] ?? (source["ExternalID"] || source["BusinessID"]))}</RecordLink>
      {source["Value"] === undefined ? "" : ` · worth ${String(source["Value"])}`}
      {source["StoreCode"] ? ` · ${String(source["StoreCode"])}` : ""}
      {Array.isArray(source["SaleItems"]) ? ` · ${moneyOf(source)}` : ""}
      {source["ConfirmationNote"] ? <small> · {String(source["ConfirmationNote"])}</small> : null}
    </>
  );
};

/** The money of a sale. */
function moneyOf({ SaleItems }: ListedRecord): string {
  const lines = SaleItems as readonly { readonly TotalAmount: number }[];
  return Number(showAmount(lines.reduce((sum, { TotalAmount }) => sum + amountOf(TotalAmount), 0n))).toFixed(2);
}

/** The member's latest sales that posted no entry: they wait, were rejected, or earned nothing. */
async function readWithoutEntry(
  viewer: Viewer,
  views: Views,
  MemberExternalID: string,
  posted: ReadonlySet<string>,
): Promise<Happening[]> {
  const { data } = await views.ask(viewer, {
    ...{ view: saleList, where: { MemberExternalID }, isOpenFirst: true, latestBy: ["CreateDateTime"], rowsMax },
  });
  return data
    .filter((record) => !posted.has(String(record["ID"])))
    .map((record) => ({
      at: String(record["CreateDateTime"]),
      what:
        record["Status"] === "Resolved-Completed" ? (
          <span class="pill">No points</span>
        ) : (
          <StatusPill noun={sale.noun} status={String(record["Status"])} />
        ),
      detail: <Detail id={String(record["ID"])} entry={{}} source={record} />,
    }));
}

/** The stream of what happened. */
export const Activity = ({ activity }: { readonly activity: readonly Happening[] | string }) => {
  if (typeof activity === "string") return <p class="note">You need the right {activity} to see it.</p>;
  if (activity.length === 0) return <p class="note">Nothing has happened yet.</p>;
  return (
    <section class="list">
      <Table
        caption="Activity, the latest first"
        head={["When", "What", "Detail", "Points", "Balance"]}
        numbers={[3, 4]}
        rows={activity.map(({ at, what, detail, points, balance }) => [
          <Time at={at} />,
          what,
          <span class="wide">{detail}</span>,
          points === undefined ? "0" : formatChange(points),
          balance === undefined ? "–" : formatPoints(balance),
        ])}
      />
      {activity.length === rowsMax && (
        <p class="note">The latest {rowsMax}. The other tabs have all, by kind: sales, redemptions, ledger.</p>
      )}
    </section>
  );
};
