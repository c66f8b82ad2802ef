import { type AdjustmentRequest, listWaiting } from "@rewards/access";
import {
  AppError,
  actionRight,
  addBalance,
  dataViewNamed,
  isGranted,
  isSurrogate,
  member,
  readRight,
  recordOf,
  refuseErased,
} from "@rewards/domain";
import { ActionLink } from "../action/action.tsx";
import { amountOfRequest } from "../adjustments/adjustments.decide.tsx";
import { adjustmentsPage } from "../adjustments/adjustments.page.tsx";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isListNamed, type ListedRecord, Lists, type RecordList, readLists } from "../list/list.tsx";
import { Time } from "../page/elements.tsx";
import type { Page } from "../page/page.ts";
import { folderOf, idOfPath, RecordFacts, unknownRecord } from "../record/record.facts.tsx";
import { RecordStatus } from "../record/status.tsx";
import { RecordTools } from "../record-action/record.action.tsx";
import { Activity, readActivity } from "./member.activity.tsx";
import { eraseAction } from "./member.erase.tsx";
import { exportAction } from "./member.export.tsx";
import { listsOfMember } from "./member.lists.tsx";
import { addReceiptAction } from "./member.receipt.tsx";
import { readFigures, Tiles } from "./member.tiles.tsx";
import { issueVoucherAction } from "./member.voucher.tsx";

const record = recordOf(member);
const adjustRight = actionRight(addBalance);

/** A member: what they have, what happened lately, and what can be done. The other lists are tabs. */
export const memberPage: Page = {
  path: `${folderOf(member)}/:id`,
  right: readRight(member),
  async show(c, viewer, deps) {
    const { id, uuid } = idOfPath(c, member);
    const { found, problem } = await readMember(viewer, deps, id, uuid);
    if (!found) throw unknownRecord(member);
    const key = String(found["ExternalID"]);
    const lists = listsOfMember({ ID: id, key });
    const path = `${folderOf(member)}/${id}`;
    const tab = isListNamed(c, lists) ? (c.req.query("list") ?? "") : c.req.query("tab") === "profile" ? "profile" : "";
    const figures = await readFigures(viewer, deps, key);
    const body = (
      <>
        <Notices found={found} problem={problem} />
        <Requests requests={isGranted(viewer.rights, adjustRight) ? await listWaiting(deps.sql, uuid) : []} />
        <Tiles figures={figures} />
        <Tabs path={path} lists={lists} tab={tab} />
        {tab === "" && <Activity activity={await readActivity(viewer, deps, key)} />}
        {tab === "profile" && <RecordFacts definition={record} record={{ ...found, ID: id }} isCompact />}
        {tab !== "" && tab !== "profile" && <Lists path={path} lists={await readLists(c, viewer, deps, lists)} />}
      </>
    );
    const title = refuseErased(key) ? "Erased member" : String(found["FullName"] || `Member ${key}`);
    return {
      title,
      lead: <Lead found={found} />,
      tools: isSurrogate(key) ? undefined : <Tools found={found} id={id} viewer={viewer} />,
      body,
    };
  },
};

interface ToolsProps {
  readonly found: ListedRecord;
  readonly id: string;
  readonly viewer: Viewer;
}

/** What can be done for a member. */
const Tools = ({ found, id, viewer }: ToolsProps) => (
  <>
    <RecordTools of={member} record={{ ...found, ID: id }} viewer={viewer} />
    <ActionLink action={addReceiptAction} viewer={viewer} fields={{ ID: id }}>
      Add receipt
    </ActionLink>
    {found["Status"] === "Open-Active" && (
      <ActionLink action={issueVoucherAction} viewer={viewer} fields={{ ID: id }}>
        Issue voucher
      </ActionLink>
    )}
    {/* Without credentials, the API has no paths of operators. */}
    {viewer.token !== undefined && (
      <>
        <ActionLink action={exportAction} viewer={viewer} fields={{ ID: id }}>
          Export
        </ActionLink>
        <ActionLink action={eraseAction} viewer={viewer} fields={{ ID: id }} isDanger>
          Erase
        </ActionLink>
      </>
    )}
  </>
);

const Lead = ({ found }: { readonly found: ListedRecord }) => (
  <>
    <RecordStatus record={found} /> Card {String(found["ExternalID"])}
    {[found["MobileNumber"] && `+${String(found["MobileNumber"])}`, found["EmailAddress"], found["ProgramBusinessID"]]
      .filter(Boolean)
      .map((part) => ` · ${String(part)}`)}
    {found["JoinDateTime"] ? (
      <>
        {" "}
        · since <Time at={found["JoinDateTime"]} isDay />
      </>
    ) : null}
  </>
);

interface TabsProps {
  readonly path: string;
  readonly lists: readonly RecordList[];
  readonly tab: string;
}

const Tabs = ({ path, lists, tab }: TabsProps) => {
  const tabs = [
    { name: "", title: "Activity", href: path },
    ...lists.map(({ name, title }) => ({ name, title, href: `${path}?list=${name}` })),
    { name: "profile", title: "Profile", href: `${path}?tab=profile` },
  ];
  return (
    <nav aria-label="About this member" class="tabs">
      <ul>
        {tabs.map(({ name, title, href }) => (
          <li>
            <a href={href} {...(name === tab && { "aria-current": "page" })}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const Notices = ({ found, problem }: FoundMember) => (
  <>
    {refuseErased(found?.["ExternalID"]) && (
      <p class="card">This member was erased: name, addresses and key are gone, and the ledger stays.</p>
    )}
    {found?.["Status"] === "Resolved-Merged" && (
      <p class="card">This member was merged into another one, who has the points and cards now.</p>
    )}
    {problem !== undefined && <p class="card problem">{problem}</p>}
  </>
);

/** Adjustments that somebody must agree to. */
const Requests = ({ requests }: { readonly requests: readonly AdjustmentRequest[] }) =>
  requests.length === 0 ? null : (
    <p class="card">
      {requests.map(amountOfRequest).join(", ")}: <a href={adjustmentsPage.path}>waits for a second person's consent</a>
    </p>
  );

interface FoundMember {
  readonly found: ListedRecord | undefined;
  /** Why personal fields are missing. */
  readonly problem?: string | undefined;
}

const fieldsInClear = Object.entries(record.fields).flatMap(([name, { personal }]) => (personal ? [] : [name]));

/** Without its personal fields, if they cannot be decrypted. */
async function readMember(
  viewer: Viewer,
  { views }: Pick<ConsoleDeps, "views">,
  id: string,
  uuid: string,
): Promise<FoundMember> {
  try {
    return { found: await views.find(record, uuid) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "Error_Service_Unavailable") throw error;
    const view = dataViewNamed("MemberList");
    const { data } = await views.ask(viewer, { view, where: { ID: id }, select: fieldsInClear, rowsMax: 1 });
    const reason = error.cause instanceof Error ? error.cause.message : "Personal data cannot be read.";
    return { found: data[0], problem: `${reason} Set PERSONAL_DATA_KEYS of the console, and restart it.` };
  }
}
