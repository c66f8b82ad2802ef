import type { ViewAnswer } from "@rewards/db";
import { isGranted, viewRight } from "@rewards/domain";
import type { Child } from "hono/jsx";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import type { Question } from "../view/views.ts";

/** A list of records on a page, read from a data view. */
export interface RecordList {
  /** Its name in the address of its further pages. */
  readonly name: string;
  readonly title: string;
  readonly question: Omit<Question, "rowsMax" | "token" | "select">;
  readonly columns: readonly Column[];
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
 * Reads the lists of a page, or the one that the address names (`?list=sales&token=…`).
 * @throws AppError 400 for a token of another list or viewer.
 */
export async function readLists(
  c: ConsoleContext,
  viewer: Viewer,
  { views }: Pick<ConsoleDeps, "views">,
  lists: readonly RecordList[],
): Promise<ReadList[]> {
  const named = lists.find(({ name }) => name === c.req.query("list"));
  const isAlone = named !== undefined || lists.length === 1;
  const token = c.req.query("token");
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
