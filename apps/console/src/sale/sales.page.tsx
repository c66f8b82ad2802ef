import { dataViewNamed, sale, viewRight } from "@rewards/domain";
import { link, prose, time, word } from "../list/list.columns.tsx";
import { Lists } from "../list/list.show.tsx";
import { type RecordList, readLists } from "../list/list.ts";
import type { Page } from "../page/page.ts";
import { KeyLink } from "../record/record.link.tsx";
import { folderOf } from "../record/record.path.ts";

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
