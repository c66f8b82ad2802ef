import { appendFile, rm } from "node:fs/promises";
import { AppError, errorBody, parseContent } from "@rewards/domain";
import type { ImportClass } from "./csv.plan.ts";
import { type FileLine, textOf } from "./lines.read.ts";
import type { Refused } from "./lines.send.ts";

/** What the service would refuse by the form of a line alone. */
export function checkLines(of: Pick<ImportClass, "content">, lines: readonly FileLine[]): Refused[] {
  return lines.flatMap((line) => {
    try {
      parseContent(of.content, JSON.parse(textOf(line)));
      return [];
    } catch (cause) {
      const error = cause instanceof AppError ? cause : new AppError("Error_Body_Malformed");
      return [{ line, error: errorBody(error, "") }];
    }
  });
}

/** The file of refused lines. */
export interface RefusedFile {
  /** Adds a line for each: its number, why it is refused, and what it holds. */
  add(refused: readonly Refused[]): Promise<void>;
}

/** @param isNew whether lines of an earlier run are left out. */
export async function openRefused(path: string, isNew: boolean): Promise<RefusedFile> {
  if (isNew) await rm(path, { force: true });
  return {
    async add(refused) {
      if (refused.length > 0) await appendFile(path, refused.map(print).join(""));
    },
  };
}

/** The content stays as it is, so that no digit of a number is lost. */
function print({ line, error: { errorDetails } }: Refused): string {
  const text = textOf(line);
  const content = isJson(text) ? text : JSON.stringify(text);
  return `${JSON.stringify({ line: line.number, errorDetails }).slice(0, -1)},"content":${content}}\n`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
