import { finished } from "node:stream";
import type { Sql, ViewAnswer } from "@rewards/db";
import { auditExport, csvOf, personalOf } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { ConsoleContext, Viewer } from "../context.ts";
import { PageError } from "../page/page.error.ts";
import type { Question, Views } from "../views.ts";

const rowsOfPage = 1_000;
const rowsMax = 100_000;
const downloadsMax = 4;
/** Excel takes a file without it for one of the system's code page. */
const byteOrderMark = "\ufeff";

let downloads = 0;

interface Listed {
  readonly name: string;
  readonly question: Omit<Question, "rowsMax" | "token" | "select">;
  readonly fields: readonly string[];
}

/**
 * The records of a list as a file of CSV, read page by page as fast as the viewer takes it. The audit records it.
 * @throws PageError 503 while too many are downloaded.
 */
export async function downloadList(
  c: ConsoleContext,
  viewer: Viewer,
  { views, sql }: { readonly views: Pick<Views, "ask">; readonly sql: Sql },
  { name, question, fields }: Listed,
): Promise<Response> {
  if (downloads >= downloadsMax)
    throw new PageError(503, "Too many lists are being downloaded.", "Try again in a minute.", { "retry-after": "60" });
  downloads += 1;
  // However it ends: with the last page, a fault, a viewer who leaves, or a HEAD, of which no page is read.
  finished(c.env.outgoing, () => {
    downloads -= 1;
  });
  const select = [...new Set(fields)];
  const ask = (token?: string) => views.ask(viewer, { ...question, select, rowsMax: rowsOfPage, token });
  const first = await ask();
  const { name: view, record } = question.view;
  const author = { actor: viewer.name, origin: c.var.address, requestId: c.var.requestId };
  const parameters = { ...question.parameters, ...question.where };
  await auditExport(sql, author, { view, personal: personalOf(record, select), parameters });
  const pages = writePages(csvOf(record, select), first, ask);
  return c.body(ReadableStream.from(pages) as ReadableStream, 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
  });
}

async function* writePages(
  { head, linesOf }: ReturnType<typeof csvOf>,
  first: ViewAnswer,
  ask: (token: string) => Promise<ViewAnswer>,
): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark + head);
  let answer = first;
  for (let rows = answer.data.length; ; rows += answer.data.length) {
    if (answer.data.length > 0) yield Buffer.from(linesOf(answer.data));
    if (answer.nextPageToken === undefined) return;
    if (rows >= rowsMax) break;
    answer = await ask(answer.nextPageToken);
  }
  yield Buffer.from(`"Only the first ${formatCount(rowsMax)} records: rewards export has all."\n`);
}
