import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { open, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { codeOf, faultKind, type Tx } from "@rewards/db";
import { PartitionError } from "./partition.session.ts";

/** What the files of a month have: the manifest says so, and the database keeps it too. */
export interface ArchiveFacts {
  /** The name of the partition. */
  readonly name: string;
  /** Its lines: a sale each, as JSON by column, in the order of their IDs. */
  readonly sales: number;
  /** The SHA-256 of the lines, in hex. */
  readonly sha256: string;
}

const ownerOnly = 0o600;
const sliceLinesMax = 1_000;
/** A slice ends with the line that reaches it. */
const sliceBytesMin = 4_194_304;
const linesOf = (folder: string, name: string) => join(folder, `${name}.ndjson.gz`);
const manifestOf = (folder: string, name: string) => join(folder, `${name}.json`);

/** Counts and hashes the lines that pass. */
function createTally() {
  const hash = createHash("sha256");
  let sales = 0;
  const take = (line: string | Buffer) => {
    hash.update(line);
    sales += 1;
  };
  return { take, facts: (name: string): ArchiveFacts => ({ name, sales, sha256: hash.digest("hex") }) };
}

/** The file, or the names in the folder, are on the disk when this resolves. */
async function settle(path: string): Promise<void> {
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
}

/**
 * Writes the lines of a month, and its manifest. Both appear complete or not at all, and only their owner may read them.
 * They are on the disk when this resolves, so that the caller can drop the table.
 * @param folder must exist.
 * @param lines without their newlines.
 */
export async function writeArchive(folder: string, name: string, lines: AsyncIterable<string>): Promise<ArchiveFacts> {
  const tally = createTally();
  const draft = `${linesOf(folder, name)}.part`;
  const count = new Transform({
    writableObjectMode: true,
    transform(line: string, _encoding, done) {
      tally.take(`${line}\n`);
      done(null, `${line}\n`);
    },
  });
  await pipeline(Readable.from(lines), count, createGzip(), createWriteStream(draft, { mode: ownerOnly }));
  await settle(draft);
  const facts = tally.facts(name);
  const manifest = `${manifestOf(folder, name)}.part`;
  await writeFile(manifest, `${JSON.stringify({ format: 1, ...facts }, null, 2)}\n`, { mode: ownerOnly });
  await settle(manifest);
  await rename(draft, linesOf(folder, name));
  await rename(manifest, manifestOf(folder, name));
  await settle(folder);
  return facts;
}

const newline = 0x0a;

/** The lines, each with its newline. Newer releases of Node let `readline` split at U+2028 too, which JSON may contain. */
async function* splitLines(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let begun: Buffer[] = [];
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end + 1)]);
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) throw new Error("the last line is not complete");
}

/**
 * Reads the lines of a month, in slices.
 * @returns what the file has, to be compared.
 * @throws errors of the file, and of zlib for one that is damaged.
 */
async function readArchive(
  folder: string,
  name: string,
  take: (lines: string[]) => Promise<unknown>,
): Promise<ArchiveFacts> {
  const tally = createTally();
  await pipeline(createReadStream(linesOf(folder, name)), createGunzip(), async (source: AsyncIterable<Buffer>) => {
    let slice: string[] = [];
    let bytes = 0;
    for await (const line of splitLines(source)) {
      tally.take(line);
      slice.push(line.toString("utf8", 0, line.length - 1));
      bytes += line.length;
      if (slice.length < sliceLinesMax && bytes < sliceBytesMin) continue;
      await take(slice);
      [slice, bytes] = [[], 0];
    }
    if (slice.length > 0) await take(slice);
  });
  return tally.facts(name);
}

/** Why the files of a month are not those that the database knows; undefined if they are. */
export async function describeDamage(
  folder: string,
  kept: ArchiveFacts,
  take: (lines: string[]) => Promise<unknown> = async () => undefined,
): Promise<string | undefined> {
  try {
    const manifest = JSON.parse(await readFile(manifestOf(folder, kept.name), "utf8")) as ArchiveFacts;
    if (manifest.sales !== kept.sales || manifest.sha256 !== kept.sha256) return "the manifest is not the database's";
    const found = await readArchive(folder, kept.name, take);
    if (found.sales !== kept.sales) return `the file has ${found.sales} sales instead of ${kept.sales}`;
    return found.sha256 === kept.sha256 ? undefined : "the lines are not those that were archived";
  } catch (error) {
    if (error instanceof PartitionError) throw error;
    if (faultKind(error) === "infrastructure" && codeOf(error) !== "ENOENT") throw error;
    return (error as Error).message;
  }
}

/**
 * Inserts sales from the lines of an archive. Columns that were added after it get their defaults, those that were
 * dropped are left out: all lines of an archive have the same columns.
 * @param table as SQL writes its name. It must have the defaults of `sale`.
 */
export async function insertLines(tx: Tx, table: string, lines: readonly string[]): Promise<void> {
  const [row] = await tx.unsafe<{ columns: string }[]>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
    where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and $1::text::jsonb ? attname`,
    [lines[0] ?? "{}"],
  );
  if (row?.columns)
    await tx.unsafe(
      `insert into ${table} (${row.columns}) select ${row.columns}
      from unnest($1::text[]) l(line), jsonb_populate_record(null::${table}, line::jsonb)`,
      [lines as string[]],
    );
}
