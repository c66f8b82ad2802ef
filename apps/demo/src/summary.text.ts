import { wrapText } from "./table.ts";

export function indented(text: string, width: number): string[] {
  return wrapText(text, width - 2).map((line) => `  ${line}`);
}

export const count = (value: number): string => value.toLocaleString("en-US");
