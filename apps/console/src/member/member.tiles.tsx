import {
  type DataViewDefinition,
  dataViewNamed,
  isGranted,
  isSurrogate,
  ledgerEntriesBetweenDates,
  memberBalances,
  redemptionItem,
  redemptionItemsByMember,
  viewRight,
} from "@rewards/domain";
import type { Child } from "hono/jsx";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { ListedRecord } from "../list/list.tsx";
import { formatPoints, Time } from "../page/elements.tsx";
import type { Question } from "../views.ts";

const memberTiers = dataViewNamed("MemberTiers");
const end = "9999-12-31T23:59:59.999Z";
const currenciesMax = 20;
/** More open vouchers than this are not counted. */
const vouchersMax = 100;

interface Figures {
  readonly balances: readonly ListedRecord[] | undefined;
  readonly tiers: readonly ListedRecord[] | undefined;
  readonly earned: unknown;
  readonly vouchers: readonly ListedRecord[] | undefined;
}

/** What the tiles of a member show; undefined is what the viewer may not see. */
export async function readFigures(
  viewer: Viewer,
  { views }: Pick<ConsoleDeps, "views">,
  MemberExternalID: string,
): Promise<Figures> {
  const ask = async (view: DataViewDefinition, question: Omit<Question, "view" | "rowsMax">, rowsMax: number) =>
    isGranted(viewer.rights, viewRight(view))
      ? (await views.ask(viewer, { ...question, view, rowsMax })).data
      : undefined;
  const parameters = { MemberExternalID };
  const yearAgo = new Date();
  yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
  const entries = { ...parameters, FromDateTime: yearAgo.toISOString(), ToDateTime: end };
  const [balances, tiers, sums, vouchers] = await Promise.all([
    ask(memberBalances, { parameters }, currenciesMax),
    // The view takes no key of an erased or merged member.
    isSurrogate(MemberExternalID) ? undefined : ask(memberTiers, { parameters }, currenciesMax),
    ask(ledgerEntriesBetweenDates, { parameters: entries, where: { Type: "Sale" }, sumOf: "CurrencyAwarded" }, 1),
    ask(
      redemptionItemsByMember,
      {
        parameters,
        conditions: [{ field: "Status", comparator: "IN", value: redemptionItem.transitions.cancel.from }],
        select: ["Name", "ExpirationDateTime"],
      },
      vouchersMax,
    ),
  ]);
  return { balances, tiers, earned: sums && (sums[0]?.["Sum"] ?? 0), vouchers };
}

const Tile = ({
  name,
  value,
  children,
}: {
  readonly name: string;
  readonly value: Child;
  readonly children?: Child;
}) => (
  <div class="card kpi">
    <dt>{name}</dt>
    <dd class="value">{value}</dd>
    {children !== undefined && <dd class="change muted">{children}</dd>}
  </div>
);

/** What a member can spend, what comes and goes, and what is open. */
export const Tiles = ({ figures: { balances = [], tiers = [], earned, vouchers } }: { readonly figures: Figures }) => (
  <dl class="kpis">
    {balances.map((balance) => (
      <Tile
        name={balances.length > 1 ? `Can spend, ${String(balance["Name"])}` : "Can spend"}
        value={formatPoints(balance["BalanceAvailable"] ?? 0)}
      >
        {pendingText(balance)}
      </Tile>
    ))}
    {balances.filter(expiresNext).map((balance) => (
      <Tile name="Expires next" value={formatPoints(balance["ExpiringNextAmount"])}>
        on <Time at={balance["ExpiringNextDateTime"]} isDay />
      </Tile>
    ))}
    {tiers.map((tier) => (
      <Tile name="Tier" value={String(tier["Tier"] ?? "–")}>
        {tier["NextTier"] ? `${formatPoints(tier["ToNext"])} more for ${String(tier["NextTier"])}` : "the highest"}
      </Tile>
    ))}
    {earned !== undefined && <Tile name="Earned in 12 months" value={formatPoints(earned)} />}
    {vouchers && (
      <Tile name="Vouchers open" value={vouchers.length < vouchersMax ? String(vouchers.length) : `${vouchersMax}+`}>
        {vouchers[0] && String(vouchers[0]["Name"])}
      </Tile>
    )}
  </dl>
);

const expiresNext = (balance: ListedRecord) => balance["ExpiringNextDateTime"] !== null;

function pendingText(balance: ListedRecord): string {
  const parts = [
    `${formatPoints(balance["BalancePending"] ?? 0)} pending`,
    ...(Number(balance["BalanceHeld"] ?? 0) === 0 ? [] : [`${formatPoints(balance["BalanceHeld"])} held by a return`]),
    ...(Number(balance["Balance"] ?? 0) < 0 ? [`balance ${formatPoints(balance["Balance"])}`] : []),
  ];
  return parts.join(", ");
}
