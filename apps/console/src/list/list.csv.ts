import type { Sql, ViewAnswer } from "@rewards/db";
import { csvOf, personalOf } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { ConsoleContext, Viewer } from "../context.ts";
import type { Question, Views } from "../views.ts";
import { download } from "./download.ts";

const rowsOfPage = 1_000;
/** A spreadsheet takes 1,048,576 rows. */
const rowsMax = 1_000_000;

interface Listed {
  readonly name: string;
  readonly question: Omit<Question, "rowsMax" | "token" | "select">;
  readonly fields: readonly string[];
}

/** The records of a list as a file of CSV, as `download`. */
export function downloadList(
  c: ConsoleContext,
  viewer: Viewer,
  { views, sql }: { readonly views: Pick<Views, "ask">; readonly sql: Sql },
  { name, question, fields }: Listed,
): Promise<Response> {
  const select = [...new Set(fields)];
  const { name: view, record } = question.view;
  const ask = (token?: string) => views.ask(viewer, { ...question, select, rowsMax: rowsOfPage, token });
  return download(c, viewer, sql, async () => ({
    name,
    part: { view, personal: personalOf(record, select), parameters: { ...question.parameters, ...question.where } },
    pages: writePages(csvOf(record, select), await ask(), ask),
  }));
}

async function* writePages(
  { head, linesOf }: ReturnType<typeof csvOf>,
  first: ViewAnswer,
  ask: (token: string) => Promise<ViewAnswer>,
): AsyncGenerator<string> {
  yield head;
  let answer = first;
  for (let rows = answer.data.length; ; rows += answer.data.length) {
    if (answer.data.length > 0) yield linesOf(answer.data);
    if (answer.nextPageToken === undefined) return;
    if (rows >= rowsMax) break;
    answer = await ask(answer.nextPageToken);
  }
  yield `"Only the first ${formatCount(rowsMax)} records: rewards export has all."\n`;
}
