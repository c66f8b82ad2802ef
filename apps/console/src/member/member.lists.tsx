import {
  addBalance,
  dataViewNamed,
  expiringPointsOfMember,
  ledgerEntriesBetweenDates,
  memberBalances,
  objectHistory,
  redemptionItemsByMember,
} from "@rewards/domain";
import { link, points, pointsIfAny, prose, reference, status, text, time, word } from "../list/list.columns.tsx";
import type { RecordList } from "../list/list.tsx";
import { historyOf } from "../record/record.page.tsx";

const always = { FromDateTime: "1970-01-01T00:00:00.000Z", ToDateTime: "9999-12-31T23:59:59.999Z" };

/** Open records first, then the latest. */
const openFirst = { isOpenFirst: true, latestBy: ["CreateDateTime"] } as const;

interface ListedMember {
  readonly ID: string;
  /** Its ExternalID. */
  readonly key: string;
}

/** A list whose question depends on the member. */
interface MemberList extends Omit<RecordList, "question"> {
  readonly question: (member: ListedMember) => RecordList["question"];
}

const lists: readonly MemberList[] = [
  {
    name: "balances",
    title: "Balances",
    question: ({ key }) => ({ view: memberBalances, parameters: { MemberExternalID: key } }),
    columns: [
      text("Currency", "Name"),
      points("Balance", "Balance"),
      points("Available", "BalanceAvailable"),
      points("Pending", "BalancePending"),
      points("Held", "BalanceHeld"),
      pointsIfAny("Expires next", "ExpiringNextAmount"),
      time("Expires at", "ExpiringNextDateTime"),
      time("Changed", "UpdateDateTime"),
    ],
  },
  {
    name: "entries",
    title: "Ledger entries",
    question: ({ key }) => ({
      view: ledgerEntriesBetweenDates,
      parameters: { MemberExternalID: key, ...always },
      latestBy: ["CreateDateTime", "Sequence"],
    }),
    columns: [
      text("Type", "Type"),
      points("Amount", "CurrencyAwarded"),
      points("Balance after", "MemberBalance"),
      time("At", "CreateDateTime"),
      points("Left to spend", "CurrencyAvailable"),
      text("Currency", "Currency.Name"),
      reference("Source", "Source"),
    ],
  },
  {
    name: "sales",
    title: "Sales",
    question: ({ key }) => ({ view: dataViewNamed("SaleList"), where: { MemberExternalID: key }, ...openFirst }),
    columns: [
      link("Sale", "ExternalID"),
      status,
      time("Accepted", "CreateDateTime"),
      time("Sold", "SaleDateTime"),
      word("Store", "StoreCode"),
      prose("Note", "ConfirmationNote"),
    ],
  },
  {
    name: "expiring",
    title: "Expiring",
    question: ({ key }) => ({ view: expiringPointsOfMember, parameters: { MemberExternalID: key } }),
    columns: [time("Expires at", "ExpirationDateTime"), points("Amount", "Amount"), text("Currency", "Currency.Name")],
  },
  {
    name: "redemptions",
    title: "Redemptions",
    question: ({ key }) => ({ view: dataViewNamed("RedemptionList"), where: { MemberExternalID: key }, ...openFirst }),
    columns: [
      link("Redemption", "ExternalID", "BusinessID"),
      status,
      time("Accepted", "CreateDateTime"),
      prose("Note", "ConfirmationNote"),
    ],
  },
  {
    name: "vouchers",
    title: "Vouchers",
    question: ({ key }) => ({ view: redemptionItemsByMember, parameters: { MemberExternalID: key }, ...openFirst }),
    columns: [
      link("Voucher", "VoucherCode"),
      text("Reward", "Name"),
      points("Quantity", "Quantity"),
      status,
      time("Issued", "CreateDateTime"),
      time("Expires", "ExpirationDateTime"),
    ],
  },
  {
    name: "cards",
    title: "Cards",
    question: ({ key }) => ({
      view: dataViewNamed("MemberCards"),
      parameters: { MemberExternalID: key },
      latestBy: ["CreateDateTime"],
    }),
    columns: [text("Further card", "CardNumber"), time("Added", "CreateDateTime"), time("Removed", "RemoveDateTime")],
  },
  {
    name: "adjustments",
    title: "Adjustments",
    question: ({ ID }) => ({
      view: objectHistory,
      parameters: { ObjectID: ID },
      where: { Action: addBalance.name },
      latestBy: ["ObjectVersion"],
    }),
    columns: [
      text("Field", "Field"),
      text("Before", "From"),
      text("After", "To"),
      time("At", "CreateDateTime"),
      text("By", "CreateUserID"),
    ],
  },
];

/** What a member has, and what happened to it. */
export const listsOfMember = (member: ListedMember): RecordList[] => [
  ...lists.map((list) => ({ ...list, question: list.question(member) })),
  historyOf(member.ID),
];
