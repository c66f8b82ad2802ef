import {
  cancelVoucher,
  isGranted,
  moveFrom,
  type ObjectDefinition,
  readRight,
  redemption,
  redemptionItem,
  reward,
} from "@rewards/domain";
import { ActionLink } from "./action/action.tsx";
import { type ListedRecord, Lists, readLists } from "./list/list.tsx";
import { memberByKey } from "./member/member.desk.ts";
import { Facts, formatPoints, Time } from "./page/elements.tsx";
import type { Page } from "./page/page.ts";
import { folderOf, idOfReference, KeyLink, RecordLink, recordAt, recordNamed } from "./record/record.facts.tsx";
import { historyOf } from "./record/record.page.tsx";
import { RecordStatus } from "./record/status.tsx";
import { RecordTools } from "./record-action/record.action.tsx";
import { reissueAction } from "./record-action/reissue.action.tsx";

/** A voucher: whose it is, what it gives, and who holds it. */
export const voucherPage: Page = {
  path: `${folderOf(redemptionItem)}/:id`,
  right: readRight(redemptionItem),
  async show(c, viewer, deps) {
    const { id, found } = await recordAt(c, deps, redemptionItem);
    const readable = (definition: ObjectDefinition, reference: unknown) =>
      isGranted(viewer.rights, readRight(definition)) ? recordNamed(deps, definition, reference) : undefined;
    const given = await readable(reward, found["Reward"]);
    const bought = await readable(redemption, found["Redemption"]);
    const owner = bought && (await memberByKey({ viewer, deps }, String(bought["MemberExternalID"])));
    const isOpen = moveFrom(redemptionItem, String(found["Status"]), cancelVoucher.transition) !== undefined;
    return {
      title: `Voucher ${String(found["VoucherCode"])}`,
      lead: <RecordStatus record={found} />,
      tools: (
        <>
          <RecordTools of={redemptionItem} record={found} viewer={viewer} />
          {isOpen && (
            <ActionLink action={reissueAction} viewer={viewer} fields={{ ID: id }}>
              Reissue
            </ActionLink>
          )}
        </>
      ),
      body: (
        <>
          <Voucher voucher={found} given={given} bought={bought} owner={owner} />
          <Lists path={`${folderOf(redemptionItem)}/${id}`} lists={await readLists(c, viewer, deps, [historyOf(id)])} />
        </>
      ),
    };
  },
};

interface VoucherProps {
  readonly voucher: ListedRecord;
  readonly given: ListedRecord | undefined;
  readonly bought: ListedRecord | undefined;
  /** The member. */
  readonly owner: ListedRecord | undefined;
}

const Voucher = ({ voucher, given, bought, owner }: VoucherProps) => {
  const expires = voucher["ExpirationDateTime"];
  return (
    <Facts
      facts={[
        ["Reward", <RecordLink id={idOfReference(voucher["Reward"])}>{given && String(given["Name"])}</RecordLink>],
        [
          "Member",
          bought && (
            <>
              <KeyLink value={String(bought["MemberExternalID"])} /> {String(owner?.["FullName"] ?? "")}
            </>
          ),
        ],
        [
          "Redemption",
          <RecordLink id={idOfReference(voucher["Redemption"])}>
            {bought && String(bought["ExternalID"] || bought["BusinessID"])}
          </RecordLink>,
        ],
        ["Cost", `${formatPoints(voucher["Cost"])} points`],
        ["Quantity", formatPoints(voucher["Quantity"])],
        ["Issued", <Time at={voucher["CreateDateTime"]} />],
        ["Expires", expires === null ? "never" : <Time at={expires} />],
        ["Locked by", voucher["LockedBy"] as string],
        ["Locked until", voucher["LockedUntilDateTime"] === null ? null : <Time at={voucher["LockedUntilDateTime"]} />],
        ["Cancelled because", voucher["CancelReason"] as string],
        ["Number", <code>{String(voucher["BusinessID"])}</code>],
        ["ID", <code>{String(voucher["ID"])}</code>],
        ["Version", String(voucher["@version"])],
      ]}
    />
  );
};
