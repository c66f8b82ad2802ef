import { request } from "node:http";
import { createInterface } from "node:readline";
import { type ErrorCode, errorTable, sale } from "@rewards/domain";
import { apiRoot } from "@rewards/lab/client";
import type { FleetProcess } from "../fleet/fleet.start.ts";
import type { Call } from "./call.ts";
import { type Attempt, codeOf, type LoadRecord, type Recorded } from "./record.ts";

const path = `/${sale.path}${apiRoot}/objects/import`;
const answerMsMax = 15_000;
const noLine = { lost: "no line answers it" };

/** A sale as a line of an import. The import as a whole is repeated, not the line. */
export const asLine = (call: Call): Call => ({ ...call, path, isRepeatable: false });

export const importBody = (lines: readonly Recorded[]): Buffer =>
  Buffer.from(lines.map(({ call }) => `${JSON.stringify(call.content)}\n`).join(""));

/** What a line of the answer says of its sale, as the answer to a create would. */
function outcomeOf(body: { readonly ID?: string; readonly error?: unknown }): Partial<Attempt> {
  if (body.ID !== undefined) return { status: 201, body };
  const error = { status: 0, body: body.error };
  const [status] = errorTable[codeOf(error as Attempt) as ErrorCode] ?? [0];
  // A line has no headers.
  return { ...error, status, ...(status === 503 && { retryAfter: "1" }) };
}

/** Sends sales in one import, whole or its first bytes only. Each line of the answer is that of an attempt of its sale. */
export async function sendImport(
  record: LoadRecord,
  { name, url }: FleetProcess,
  lines: readonly Recorded[],
  bytesMax = Number.POSITIVE_INFINITY,
): Promise<void> {
  const attempts = lines.map((one) => record.send(one, name));
  const body = importBody(lines);
  const headers = { "content-type": "application/x-ndjson", "content-length": body.length };
  const asked = request(new URL(path, url), { method: "POST", headers, timeout: answerMsMax });
  const answered = new Promise<void>((resolve) => {
    asked.on("timeout", () => asked.destroy()).on("error", () => resolve());
    asked.on("close", resolve).on("response", (response) => {
      response.on("error", () => resolve());
      const read = createInterface({ input: response });
      read.on("line", (text) => note(text, response.statusCode));
      read.on("error", () => resolve()).on("close", resolve);
    });
  });
  /** The last line may be cut off. */
  function note(text: string, status: number | undefined): void {
    try {
      const line = JSON.parse(text) as Parameters<typeof outcomeOf>[0] & { readonly line?: number };
      const attempt = attempts[(line.line ?? 0) - 1];
      if (status === 200 && attempt) record.done(attempt, outcomeOf(line));
    } catch {
      asked.destroy();
    }
  }
  asked.write(body.subarray(0, bytesMax), () => {
    if (bytesMax < body.length) asked.destroy();
    else asked.end();
  });
  await answered;
  for (const attempt of attempts.filter(({ doneMs }) => doneMs === undefined)) record.done(attempt, noLine);
}
