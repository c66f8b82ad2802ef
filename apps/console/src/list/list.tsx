import type { ViewAnswer } from "@rewards/db";
import { isGranted, viewRight } from "@rewards/domain";
import type { Child } from "hono/jsx";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { Table } from "../page/elements.tsx";
import type { Question } from "../views.ts";
import { downloadList } from "./list.csv.ts";

/** A list of records on a page, read from a data view. */
export interface RecordList {
  /** Its name in the address of its further pages. */
  readonly name: string;
  readonly title: string;
  readonly question: Omit<Question, "rowsMax" | "token" | "select">;
  readonly columns: readonly Column[];
  /** What the address of its further pages repeats. */
  readonly query?: Readonly<Record<string, string>>;
}

export interface Column {
  readonly head: string;
  /** The fields that it reads. */
  readonly fields: readonly string[];
  readonly show: (record: ListedRecord) => Child;
  readonly isNumber?: true;
}

export type ListedRecord = Readonly<Record<string, unknown>>;

/** A list with the records that were read. */
export interface ReadList {
  readonly list: RecordList;
  /** The right that the viewer lacks; then nothing was read. */
  readonly lacking: string | undefined;
  readonly answer: ViewAnswer | undefined;
  /** Whether it is a further page of the list. */
  readonly isLater: boolean;
}

/** The rows of each list on a page with several lists, and of a list that is alone on its page. */
const rowsOfMany = 10;
const rowsAlone = 50;

/**
 * Reads the lists of a page, or the one that the address names (`?list=sales&token=…`). With `&format=csv`, the answer to
 * the request becomes the list's file.
 * @throws AppError 400 for a token of another list or viewer.
 */
export async function readLists(
  c: ConsoleContext,
  viewer: Viewer,
  { views, sql }: Pick<ConsoleDeps, "views" | "sql">,
  lists: readonly RecordList[],
): Promise<ReadList[]> {
  const named = lists.find(({ name }) => name === c.req.query("list"));
  const isAlone = named !== undefined || lists.length === 1;
  const token = c.req.query("token");
  if (named && c.req.query("format") === "csv" && isGranted(viewer.rights, viewRight(named.question.view))) {
    const listed = { ...named, fields: named.columns.flatMap(({ fields }) => fields) };
    c.set("download", await downloadList(c, viewer, { views, sql }, listed));
    return [];
  }
  return Promise.all(
    (named ? [named] : lists).map(async (list): Promise<ReadList> => {
      const right = viewRight(list.question.view);
      if (!isGranted(viewer.rights, right)) return { list, lacking: right, answer: undefined, isLater: false };
      const select = list.columns.flatMap(({ fields }) => fields);
      const page = { select, rowsMax: isAlone ? rowsAlone : rowsOfMany, ...(isAlone && { token }) };
      const answer = await views.ask(viewer, { ...list.question, ...page });
      return { list, lacking: undefined, answer, isLater: isAlone && token !== undefined };
    }),
  );
}

/** Whether the address names one of the lists. The page then shows only this list. */
export const isListNamed = (c: ConsoleContext, lists: readonly RecordList[]): boolean =>
  lists.some(({ name }) => name === c.req.query("list"));

interface ListsProps {
  /** The path of the page. */
  readonly path: string;
  readonly lists: readonly ReadList[];
}

/** Lists, each with a link to its further records. */
export const Lists = ({ path, lists }: ListsProps) => lists.map((list) => <List path={path} read={list} />);

const List = ({ path, read }: { readonly path: string; readonly read: ReadList }) => {
  const { list, lacking, answer, isLater } = read;
  const more = answer?.nextPageToken;
  const hasRows = answer !== undefined && answer.data.length > 0;
  const at = (added: Readonly<Record<string, string>>) =>
    `${path}?${new URLSearchParams({ ...list.query, list: list.name, ...added })}`;
  return (
    <section class="list">
      <h2 id={list.name}>{list.title}</h2>
      {lacking !== undefined && <p class="note">You need the right {lacking} to see them.</p>}
      {answer?.data.length === 0 && <p class="note">None.</p>}
      {hasRows && <Rows read={read} />}
      {(hasRows || isLater) && (
        <p class="pages">
          {isLater && <a href={at({})}>First page</a>}
          {more !== undefined && <a href={at({ token: more })}>More: {list.title.toLowerCase()}</a>}
          {hasRows && (
            <a download href={at({ format: "csv" })} aria-label={`Download CSV: ${list.title.toLowerCase()}`}>
              Download CSV
            </a>
          )}
        </p>
      )}
    </section>
  );
};

const Rows = ({ read: { list, answer } }: { readonly read: ReadList }) => (
  <Table
    caption={list.title}
    head={list.columns.map(({ head }) => head)}
    numbers={list.columns.flatMap(({ isNumber }, index) => (isNumber ? [index] : []))}
    rows={(answer?.data ?? []).map((record) => list.columns.map(({ show }) => show(record)))}
  />
);
