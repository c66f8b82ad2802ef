import {
  dataViewNamed,
  earningRule,
  member,
  type ObjectDefinition,
  product,
  redemptionItem,
  segment,
  store,
} from "@rewards/domain";
import { calendarPath } from "../earning-rule/calendar.ts";
import { said } from "../earning-rule/rule.list.tsx";
import { link, points, prose, status, text, time, word } from "../list/list.columns.tsx";
import { contains, equals, listPageOf } from "../list/list.page.tsx";

const pageOf = (
  definition: ObjectDefinition,
  view: string,
  options: Omit<Parameters<typeof listPageOf>[0], "definition" | "view">,
) => listPageOf({ definition, view: dataViewNamed(view), ...options });

export const membersPage = pageOf(member, "MemberList", {
  menu: "Members",
  filters: [contains("name", "Name", "FullName")],
  columns: [
    link("Member", "FullName", "ExternalID"),
    word("Key", "ExternalID"),
    status,
    text("Programme", "ProgramBusinessID"),
    time("Joined", "JoinDateTime"),
  ],
});

export const vouchersPage = pageOf(redemptionItem, "RedemptionItemList", {
  menu: "Vouchers",
  lead: "To find one by its code, type the code in the search above.",
  columns: [
    link("Voucher", "VoucherCode"),
    status,
    text("Reward", "Name"),
    points("Quantity", "Quantity"),
    time("Issued", "CreateDateTime"),
    time("Expires", "ExpirationDateTime"),
  ],
});

export const rulesPage = pageOf(earningRule, "EarningRuleList", {
  menu: "Earning rules",
  links: (
    <a class="button quiet" href={calendarPath}>
      Calendar
    </a>
  ),
  columns: [link("Rule", "Name", "RuleID"), word("ID", "RuleID"), ...said, word("Programme", "ProgramBusinessID")],
});

export const segmentsPage = pageOf(segment, "SegmentList", {
  menu: "Segments",
  filters: [equals("name", "Name", "Name")],
  columns: [link("Segment", "Name"), status, prose("Description", "Description"), time("Made", "CreateDateTime")],
});

export const storesPage = pageOf(store, "StoreList", {
  menu: "Stores",
  filters: [equals("code", "Store code", "StoreCode")],
  columns: [
    link("Store", "Name"),
    word("Code", "StoreCode"),
    status,
    { head: "Earns", fields: ["IsParticipating"], show: (record) => (record["IsParticipating"] ? "yes" : "no") },
    prose("Description", "Description"),
  ],
});

export const productsPage = pageOf(product, "ProductList", {
  menu: "Products",
  filters: [equals("code", "Product code", "ProductCode")],
  columns: [
    link("Product", "Name"),
    word("Code", "ProductCode"),
    status,
    text("Category", "Category"),
    text("Brand", "Brand"),
    { head: "Earns", fields: ["Incentivizable"], show: (record) => (record["Incentivizable"] ? "yes" : "no") },
  ],
});
