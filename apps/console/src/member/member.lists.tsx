import {
  addBalance,
  type DataViewDefinition,
  dataViewNamed,
  expiringPointsOfMember,
  ledgerEntriesBetweenDates,
  memberBalances,
  objectHistory,
  redemptionItemsByMember,
} from "@rewards/domain";
import { link, points, pointsIfAny, prose, reference, text, time, word } from "../list/list.columns.tsx";
import type { RecordList } from "../list/list.ts";
import { historyOf } from "../record/record.history.ts";

const always = { FromDateTime: "1970-01-01T00:00:00.000Z", ToDateTime: "9999-12-31T23:59:59.999Z" };

/** What a member has, and what happened to it: open records first, then the latest. */
export function listsOfMember({ ID: id, key }: { readonly ID: string; readonly key: string }): RecordList[] {
  const ofMember = (view: DataViewDefinition) => ({
    view,
    parameters: { MemberExternalID: key },
    isOpenFirst: true,
    latestBy: ["CreateDateTime"],
  });
  const withKey = (name: string) => ({
    view: dataViewNamed(name),
    where: { MemberExternalID: key },
    isOpenFirst: true,
    latestBy: ["CreateDateTime"],
  });
  return [
    {
      name: "balances",
      title: "Balances",
      question: { view: memberBalances, parameters: { MemberExternalID: key } },
      columns: [
        text("Currency", "Name"),
        points("Balance", "Balance"),
        points("Available", "BalanceAvailable"),
        points("Pending", "BalancePending"),
        pointsIfAny("Expires next", "ExpiringNextAmount"),
        time("Expires at", "ExpiringNextDateTime"),
        time("Changed", "UpdateDateTime"),
      ],
    },
    {
      name: "entries",
      title: "Ledger entries",
      question: {
        view: ledgerEntriesBetweenDates,
        parameters: { MemberExternalID: key, ...always },
        latestBy: ["CreateDateTime", "Sequence"],
      },
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
      question: withKey("SaleList"),
      columns: [
        link("Sale", "ExternalID"),
        word("Status", "Status"),
        time("Accepted", "CreateDateTime"),
        time("Sold", "SaleDateTime"),
        word("Store", "StoreCode"),
        prose("Note", "ConfirmationNote"),
      ],
    },
    {
      name: "expiring",
      title: "Points that expire",
      question: { view: expiringPointsOfMember, parameters: { MemberExternalID: key } },
      columns: [
        time("Expires at", "ExpirationDateTime"),
        points("Amount", "Amount"),
        text("Currency", "Currency.Name"),
      ],
    },
    {
      name: "redemptions",
      title: "Redemptions",
      question: withKey("RedemptionList"),
      columns: [
        link("Redemption", "ExternalID"),
        word("Status", "Status"),
        time("Accepted", "CreateDateTime"),
        prose("Note", "ConfirmationNote"),
      ],
    },
    {
      name: "vouchers",
      title: "Vouchers",
      question: ofMember(redemptionItemsByMember),
      columns: [
        link("Voucher", "VoucherCode"),
        text("Reward", "Name"),
        points("Quantity", "Quantity"),
        word("Status", "Status"),
        time("Issued", "CreateDateTime"),
        time("Expires", "ExpirationDateTime"),
      ],
    },
    {
      name: "adjustments",
      title: "Adjustments by hand",
      question: {
        view: objectHistory,
        parameters: { ObjectID: id },
        where: { Action: addBalance.name },
        latestBy: ["ObjectVersion"],
      },
      columns: [
        text("Field", "Field"),
        text("Before", "From"),
        text("After", "To"),
        time("At", "CreateDateTime"),
        text("By", "CreateUserID"),
      ],
    },
    historyOf(id),
  ];
}
