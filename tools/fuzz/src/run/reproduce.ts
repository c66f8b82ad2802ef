import { gzipSync } from "node:zlib";
import type { RawAnswer } from "@rewards/lab/wire/answer";
import type { Shot } from "./shot.ts";

const plainBytesMax = 4_000;
const answerShownMax = 1_000;

/** The failure with its answers, and a shell line that repeats the request. */
export function describeFailure(complaint: string, shot: Shot, answers: readonly RawAnswer[]): string {
  const { request, target, copies, isSound } = shot;
  const sent = copies > 1 ? `, ${copies} times at once` : "";
  const lines = [
    complaint,
    `  ${target.kind.method} ${target.endpoint.path}, ${isSound ? "with nothing wrong" : "hostile"}, connection: ${request.meeting}${sent}`,
    `  ${shellLine(Buffer.concat(request.parts))} | nc 127.0.0.1 3000`,
    ...answers.map(({ status, text }) => `  answered ${status} ${text.slice(0, answerShownMax)}`),
  ];
  return lines.join("\n");
}

export function shellLine(bytes: Buffer): string {
  if (bytes.length > plainBytesMax) return `base64 -d <<< '${gzipSync(bytes).toString("base64")}' | gunzip`;
  const text = bytes
    .toString("latin1")
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")
    .replaceAll("\r", "\\r")
    .replaceAll("\n", "\\n")
    .replace(/[^\x20-\x7e]|'/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, "0")}`);
  return `printf '${text}'`;
}
