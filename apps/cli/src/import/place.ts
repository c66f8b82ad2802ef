import { createHash } from "node:crypto";
import { open, readFile, rm, writeFile } from "node:fs/promises";

const headBytes = 65_536;

/** How far a file is imported, in a file in the same folder. It only saves time: the records' keys prevent doubles. */
export interface Place {
  /** The line to go on after; 0 for a new file. */
  readonly line: number;
  save(line: number): Promise<void>;
  /** The file is done. */
  forget(): Promise<void>;
}

/** Differs if the file differs, or how it is read. */
async function markOf(file: string, way: unknown): Promise<string> {
  const handle = await open(file);
  try {
    const { size, mtimeMs } = await handle.stat();
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return `${size} ${mtimeMs} ${createHash("sha256").update(buffer.subarray(0, bytesRead)).update(JSON.stringify(way)).digest("hex")}`;
  } finally {
    await handle.close();
  }
}

/** Of a run that begins with the first line, and keeps none. */
export const noPlace: Place = { line: 0, save: async () => undefined, forget: async () => undefined };

/**
 * The place in a file; one that has changed begins anew, and standard input always does.
 * @param way how the file is read, such as its class and mapping: read in another way, it begins anew too.
 */
export async function openPlace(file: string, way: unknown): Promise<Place> {
  if (file === "-") return noPlace;
  const path = `${file}.progress.json`;
  const mark = await markOf(file, way);
  const kept = await readFile(path, "utf8").then(JSON.parse, () => undefined);
  return {
    line: kept?.mark === mark ? Number(kept.line) : 0,
    save: (line) => writeFile(path, JSON.stringify({ mark, line })),
    forget: () => rm(path, { force: true }),
  };
}
