import { finished } from "node:stream";
import type { Sql } from "@rewards/db";
import { auditExport } from "@rewards/operations";
import type { ConsoleContext, Viewer } from "../context.ts";
import { PageError } from "../page/page.error.ts";

const downloadsMax = 4;
/** A viewer who takes nothing for so long has gone. */
const stalledMsMax = 15_000;
/** However slowly a viewer takes it, the place is free after this. */
const downloadMsMax = 15 * 60_000;
/** Excel takes a file without it for one of the system's code page. */
const byteOrderMark = "\ufeff";

let downloads = 0;

/** A file of CSV. */
export interface CsvFile {
  /** Without its ending. */
  readonly name: string;
  /** What the audit keeps of it. */
  readonly part: Parameters<typeof auditExport>[2];
  /** Its text, in parts, each of which is read when the viewer has taken the one before. */
  readonly pages: AsyncIterable<string>;
}

/**
 * A file of CSV as the answer, as fast as the viewer takes it. The audit records it.
 * @param open its errors are shown as a page.
 * @throws PageError 503 while too many are downloaded.
 */
export async function download(
  c: ConsoleContext,
  viewer: Viewer,
  sql: Sql,
  open: () => CsvFile | Promise<CsvFile>,
): Promise<Response> {
  takePlace(c);
  const { name, part, pages } = await open();
  const author = { actor: viewer.name, origin: c.var.address, requestId: c.var.requestId };
  await auditExport(sql, author, part);
  return c.body(ReadableStream.from(encoded(pages)) as ReadableStream, 200, {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${name}.csv"`,
  });
}

function takePlace({ env: { outgoing } }: ConsoleContext): void {
  if (downloads >= downloadsMax)
    throw new PageError(503, "Too many lists are being downloaded.", "Try again in a minute.", { "retry-after": "60" });
  downloads += 1;
  outgoing.setTimeout(stalledMsMax, () => outgoing.destroy());
  const deadline = setTimeout(() => outgoing.destroy(), downloadMsMax).unref();
  // However it ends: with the last page, a fault, a viewer who leaves, or a HEAD, of which no page is read.
  finished(outgoing, () => {
    clearTimeout(deadline);
    downloads -= 1;
  });
}

async function* encoded(pages: AsyncIterable<string>): AsyncGenerator<Buffer> {
  yield Buffer.from(byteOrderMark);
  for await (const page of pages) yield Buffer.from(page);
}
