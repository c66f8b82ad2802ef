import { AppError, dataViewNamed, member, readRight, recordOf, refuseErased } from "@rewards/domain";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { isListNamed, type ListedRecord, Lists, type RecordList, readLists } from "../list/list.tsx";
import type { Page } from "../page/page.ts";
import { folderOf, idOfPath, RecordFacts, unknownRecord } from "../record/record.facts.tsx";
import { titleOf } from "../record/record.page.tsx";
import { listsOfMember } from "./member.lists.tsx";

const record = recordOf(member);

/** A member with all that is the member's. */
export const memberPage: Page = {
  path: `${folderOf(member)}/:id`,
  right: readRight(member),
  async show(c, viewer, deps) {
    const { id, uuid } = idOfPath(c, member);
    const { found, problem } = await readMember(viewer, deps, id, uuid);
    if (!found) throw unknownRecord(member);
    const lists = listsOfMember({ ID: id, key: String(found["ExternalID"]) });
    const path = `${folderOf(member)}/${id}`;
    const isAlone = isListNamed(c, lists);
    const read = await readLists(c, viewer, deps, lists);
    const body = isAlone ? (
      <>
        <p>
          <a href={path}>Back to the member</a>
        </p>
        <Lists path={path} lists={read} />
      </>
    ) : (
      <>
        <Notices found={found} problem={problem} />
        <p class="sum">{[found["FullName"], found["Status"]].filter(Boolean).join(" · ")}</p>
        <Contents lists={lists} />
        <Lists path={path} lists={read} />
        <h2 id="record">Record</h2>
        <RecordFacts definition={record} record={{ ...found, ID: id }} isCompact />
      </>
    );
    return { title: titleOf(member, found), body };
  },
};

const Notices = ({ found, problem }: FoundMember) => (
  <>
    {refuseErased(found?.["ExternalID"]) && (
      <p class="card">This member was erased: name, addresses and key are gone, and the ledger stays.</p>
    )}
    {problem !== undefined && <p class="card problem">{problem}</p>}
  </>
);

/** Links to the parts of the page. */
const Contents = ({ lists }: { readonly lists: readonly RecordList[] }) => (
  <nav aria-label="On this page">
    <ul>
      {[...lists, { name: "record", title: "Record" }].map(({ name, title }) => (
        <li>
          <a href={`#${name}`}>{title}</a>
        </li>
      ))}
    </ul>
  </nav>
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
