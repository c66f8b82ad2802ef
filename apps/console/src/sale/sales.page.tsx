import { dataViewNamed, sale, viewRight } from "@rewards/domain";
import { Lists, link, prose, type RecordList, readLists, time, word } from "../list/list.tsx";
import type { Page } from "../page/page.ts";
import { folderOf, KeyLink } from "../record/record.facts.tsx";

const saleList = dataViewNamed("SaleList");

export const sales: RecordList = {
  name: "sales",
  title: "Latest first",
  question: { view: saleList, latestBy: ["CreateDateTime"] },
  columns: [
    link("Sale", "ExternalID"),
    word("Status", "Status"),
    time("Accepted", "CreateDateTime"),
    {
      head: "Member",
      fields: ["MemberExternalID"],
      show: (record) => (
        <span class="line">
          <KeyLink value={String(record["MemberExternalID"])} />
        </span>
      ),
    },
    word("Store", "StoreCode"),
    prose("Note", "ConfirmationNote"),
  ],
};

/** The sales accepted last, each with a link to its trace. */
export const salesPage: Page = {
  path: folderOf(sale),
  menu: "Sales",
  right: viewRight(saleList),
  show: async (c, viewer, deps) => ({
    title: "Sales",
    body: <Lists path={folderOf(sale)} lists={await readLists(c, viewer, deps, [sales])} />,
  }),
};
