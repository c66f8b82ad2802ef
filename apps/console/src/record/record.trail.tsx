import type { SaleInspection } from "@rewards/operations";
import { Time } from "../page/format.tsx";
import { Table } from "../page/table.tsx";

/** What operators did with a record. */
export const Trail = ({ audit }: { readonly audit: SaleInspection["audit"] }) =>
  audit.length === 0 ? null : (
    <Table
      caption="What operators did with it"
      head={["At", "Operator", "Operation", "Reason"]}
      rows={audit.map(({ at, actor, operation, reason }) => [<Time at={at} />, actor, operation, reason])}
    />
  );
