import { type Answer, root } from "./client.ts";
import { openRaw } from "./raw.ts";

export const linesType = "application/x-ndjson";
export const importPath = (objectPath: string) => `/${objectPath}${root}/objects/import`;

export interface Told {
  readonly line: number;
  readonly ID?: string;
  readonly status?: string;
  // biome-ignore lint/suspicious/noExplicitAny: error bodies of every kind.
  readonly error?: any;
}

export interface Imported {
  readonly status: number;
  readonly headers: Headers;
  readonly lines: readonly Told[];
  /** Of an import that was refused. */
  readonly body?: Answer["body"];
}

export const linesOf = (contents: readonly unknown[]) => contents.map((one) => `${JSON.stringify(one)}\n`).join("");

export function readImported({ status, headers, text }: Pick<Answer, "status" | "headers" | "text">): Imported {
  if (status !== 200) return { status, headers, lines: [], body: JSON.parse(text) };
  return {
    status,
    headers,
    lines: text
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line)),
  };
}

/** Sends an import with fetch, which asks for gzip by itself. */
export async function importTo(
  url: string,
  objectPath: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): Promise<Imported> {
  const answer = await fetch(url + importPath(objectPath), {
    method: "POST",
    headers: { "content-type": linesType, ...headers },
    body: body as string,
  });
  return readImported({ status: answer.status, headers: answer.headers, text: await answer.text() });
}

/** The head of an import with this many bytes of body. */
export const importHead = (objectPath: string, bytes: number) =>
  [
    `POST ${importPath(objectPath)} HTTP/1.1`,
    "host: localhost",
    `content-type: ${linesType}`,
    `content-length: ${bytes}`,
    "",
    "",
  ].join("\r\n");

/** Sends the first `sentBytes` of a body, and then no more: the connection is closed for sending. */
export async function importBroken(
  url: string,
  objectPath: string,
  body: Buffer,
  sentBytes: number,
): Promise<Imported> {
  const connection = await openRaw(url);
  connection.write(importHead(objectPath, body.length));
  connection.write(body.subarray(0, sentBytes));
  connection.finish();
  return readImported(await connection.nextText());
}

/** The codes of lines; undefined for a line that is no error. */
export const codesOf = (lines: readonly Told[]): (string | undefined)[] =>
  lines.map(({ error }) => error?.errorDetails[0].message);
