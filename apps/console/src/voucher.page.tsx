import {
  cancelVoucher,
  dataViewNamed,
  isGranted,
  isSurrogate,
  moveFrom,
  parseId,
  readRight,
  recordOf,
  redemption,
  redemptionItem,
  reward,
  viewRight,
} from "@rewards/domain";
import { ActionLink } from "./action/action.tsx";
import type { Viewer } from "./context.ts";
import type { ConsoleDeps } from "./deps.ts";
import { type ListedRecord, Lists, readLists } from "./list/list.tsx";
import { Facts, formatPoints, Time } from "./page/elements.tsx";
import type { Page } from "./page/page.ts";
import { folderOf, idOfPath, KeyLink, RecordLink, unknownRecord } from "./record/record.facts.tsx";
import { historyOf } from "./record/record.page.tsx";
import { RecordStatus } from "./record/status.tsx";
import { RecordTools } from "./record-action/record.action.tsx";
import { reissueAction } from "./record-action/reissue.action.tsx";

const byKey = dataViewNamed("GetMemberByBusinessKeys");
const record = recordOf(redemptionItem);
const rewardRecord = recordOf(reward);
const redemptionRecord = recordOf(redemption);

/** A voucher: whose it is, what it gives, and who holds it. */
export const voucherPage: Page = {
  path: `${folderOf(redemptionItem)}/:id`,
  right: readRight(redemptionItem),
  async show(c, viewer, deps) {
    const { id, uuid } = idOfPath(c, redemptionItem);
    const found = await deps.views.find(record, uuid);
    if (!found) throw unknownRecord(redemptionItem);
    const given = await readNamed(deps, rewardRecord, found["Reward"]);
    const bought = await readNamed(deps, redemptionRecord, found["Redemption"]);
    const owner = bought && (await nameOf(viewer, deps, String(bought["MemberExternalID"])));
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

/** The record that a reference names; undefined for none. */
async function readNamed(
  { views }: Pick<ConsoleDeps, "views">,
  named: typeof record,
  reference: unknown,
): Promise<ListedRecord | undefined> {
  const parsed = parseId(String((reference as { readonly ID?: string } | null)?.ID));
  return parsed?.prefix === named.idPrefix ? views.find(named, parsed.uuid) : undefined;
}

/** Of the member with this key; undefined if the viewer may not see it. */
async function nameOf(viewer: Viewer, { views }: Pick<ConsoleDeps, "views">, ExternalID: string) {
  const isHidden = !isGranted(viewer.rights, viewRight(byKey)) || isSurrogate(ExternalID);
  if (isHidden || (await views.isKeyMissing())) return undefined;
  const { data } = await views.ask(viewer, {
    view: byKey,
    parameters: { ExternalID },
    select: ["FullName"],
    rowsMax: 1,
  });
  return data[0]?.["FullName"];
}

interface VoucherProps {
  readonly voucher: ListedRecord;
  readonly given: ListedRecord | undefined;
  readonly bought: ListedRecord | undefined;
  /** The member's name. */
  readonly owner: unknown;
}

const Voucher = ({ voucher, given, bought, owner }: VoucherProps) => {
  const expires = voucher["ExpirationDateTime"];
  return (
    <Facts
      facts={[
        ["Reward", given && <RecordLink id={String(given["ID"])}>{String(given["Name"])}</RecordLink>],
        [
          "Member",
          bought && (
            <>
              <KeyLink value={String(bought["MemberExternalID"])} /> {String(owner ?? "")}
            </>
          ),
        ],
        [
          "Redemption",
          bought && (
            <RecordLink id={String(bought["ID"])}>{String(bought["ExternalID"] || bought["BusinessID"])}</RecordLink>
          ),
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
