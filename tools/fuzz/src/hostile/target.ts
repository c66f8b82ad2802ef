import fc from "fast-check";
import { words } from "./texts.ts";

/** Replaces the endpoint's request target. */
export type TargetChange =
  | { readonly kind: "query" | "suffix" | "prefix" | "instead"; readonly text: string }
  | { readonly kind: "upper" }
  | { readonly kind: "encoded"; readonly at: number };

const suffixes = [
  ...words("/ // /. /.. /../ ;a=b %2F %00 %zz % %ff %c0%af #x \\"),
  " ",
  ...words("\u00e9 %u0041 /x : *"),
  "x".repeat(10_000),
  "x".repeat(20_000),
  "/x".repeat(3_000),
];
const prefixes = [
  ...words("/ /. /.. /./ /%2e%2e //evil.example http://evil.example https://u:p@h:1 /Sale /sale"),
  ...words("/__proto__ /RedemptionItem \u0000"),
];
const instead = [
  "*",
  "",
  ...words("/ // /dx /dx/api/application/v2 /favicon.ico /.env /objects /% ? http:// livez"),
  ...words("/livez/../nowhere evil.example:443 /%E0%A4%A /constructor /__proto__"),
];

const of = <Kind extends string>(kind: Kind, texts: readonly string[]) =>
  fc.constantFrom(...texts).map((text) => ({ kind, text }));

export const changedTarget: fc.Arbitrary<TargetChange> = fc.oneof(
  of("query", ["?", "?x=%zz", `?${"x".repeat(9_000)}`, "?\u00ff"]).map(({ text }) => ({
    kind: "suffix" as const,
    text,
  })),
  of("suffix", suffixes),
  of("prefix", prefixes),
  of("instead", instead),
  fc.constant({ kind: "upper" } as const),
  fc.record({ kind: fc.constant("encoded" as const), at: fc.nat(60) }),
);

const methods = [
  ...words("GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND M-SEARCH PURGE CONNECT post FOO"),
  "",
  "PRI",
  "G\u00e9T",
  "X".repeat(1_000),
];
export const changedMethod: fc.Arbitrary<string> = fc.constantFrom(...methods);

export function changeTarget(path: string, change: TargetChange): string {
  switch (change.kind) {
    case "prefix":
      return change.text + path;
    case "instead":
      return change.text;
    case "upper":
      return path.toUpperCase();
    case "encoded": {
      const at = change.at % path.length;
      const code = path.charCodeAt(at).toString(16).padStart(2, "0");
      return `${path.slice(0, at)}%${code}${path.slice(at + 1)}`;
    }
    default:
      return path + change.text;
  }
}
