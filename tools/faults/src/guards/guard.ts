import type { FindingKind } from "../check/finding.ts";

/** A replacement in the text of a statement, on its way to Postgres. */
interface StatementChange {
  readonly matches: RegExp;
  readonly from: RegExp;
  readonly to: string;
}

/** One of the things that keep the books right, and how to take it away for a round: never in the product itself. */
export interface Guard {
  readonly name: string;
  readonly summary: string;
  /** Run on the round's database before it begins. */
  readonly sql?: string;
  readonly changes?: readonly StatementChange[];
  /** Settings that sessions of the product start without. */
  readonly settings?: readonly string[];
  /** A script of faults/src/fleet that is loaded before the product's own, by its name. */
  readonly preload?: string;
  /** The environment of the product's processes without it. */
  readonly env?: Readonly<Record<string, string>>;
  /** The faults that it stands against. */
  readonly faults: readonly string[];
  /** What a round without it must find; any one of these. */
  readonly finds: readonly FindingKind[];
}
