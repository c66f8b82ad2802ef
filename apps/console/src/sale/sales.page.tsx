import { dataViewNamed, sale } from "@rewards/domain";
import { link, memberKey, prose, status, time, word } from "../list/list.columns.tsx";
import { equals, listPageOf, ofMember } from "../list/list.page.tsx";

/** The sales accepted last, each with a link to its trace. */
export const salesPage = listPageOf({
  definition: sale,
  view: dataViewNamed("SaleList"),
  menu: "Sales",
  lead: <a href="/sales/waiting">Those that wait for a member, a store or another sale</a>,
  filters: [ofMember("member", "Member key", "MemberExternalID"), equals("store", "Store", "StoreCode")],
  columns: [
    link("Receipt", "ExternalID"),
    status,
    time("Accepted", "CreateDateTime"),
    memberKey,
    word("Store", "StoreCode"),
    time("Sold", "SaleDateTime"),
    prose("Note", "ConfirmationNote"),
  ],
});
