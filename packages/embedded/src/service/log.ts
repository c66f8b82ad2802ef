import { chmodSync, createWriteStream, renameSync, statSync, type WriteStream } from "node:fs";
import { join } from "node:path";
import { ownerOnlyFile } from "../folder/close.ts";

const fileBytesMax = 50_000_000;

/** The log file of a service: one line an event, as its processes write them. */
export interface ServiceLog {
  readonly file: string;
  write(line: string): void;
  close(): Promise<void>;
}

/** Appends to `service.log` of the folder. A file over 50 MB becomes `service.log.1`, in place of the last one. */
export function openServiceLog(dataDir: string, onError: (error: Error) => void): ServiceLog {
  const file = join(dataDir, "service.log");
  const found = statSync(file, { throwIfNoEntry: false });
  // A file of an older version may be readable by others.
  if (found) chmodSync(file, ownerOnlyFile);
  let bytes = found?.size ?? 0;
  let stream = openStream(file, onError);

  function rotate(): void {
    stream.end();
    renameSync(file, `${file}.1`);
    stream = openStream(file, onError);
    bytes = 0;
  }

  return {
    file,
    write(line) {
      if (bytes > fileBytesMax) rotate();
      bytes += Buffer.byteLength(line) + 1;
      stream.write(`${line}\n`);
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

/** A full disk ends the log, not the service. */
function openStream(file: string, onError: (error: Error) => void): WriteStream {
  const stream = createWriteStream(file, { flags: "a", mode: ownerOnlyFile });
  stream.once("error", onError).on("error", () => undefined);
  return stream;
}
