import { fitsLength } from "../schema.ts";
import { queryError } from "./query.refuse.ts";
import { conditionsMax, type Filter, logicDepthMax, queryNameLengthMax } from "./query.ts";

const place = ["query", "filter", "logic"];
const logicLengthMax = conditionsMax * (queryNameLengthMax + 20);
const tokenPattern = /[()]|[^\s()]+/g;

type Named = Filter<string>;

/**
 * Parses the logic of a filter into a tree over the names of its conditions: AND binds before OR, NOT before both. An
 * empty text, or only `AND`, which clients send as the default, joins all conditions.
 * @throws AppError 400 if it is not well-formed, leaves out a condition, or is nested deeper than ten.
 */
export function parseLogic(logic: string, names: readonly string[]): Named {
  const text = logic.trim();
  if (text === "" || text.toUpperCase() === "AND") return join("all", names.map(one));
  if (!fitsLength(text, logicLengthMax))
    throw queryError("Error_Query_TooLarge", place, `At most ${logicLengthMax} characters.`);
  const reader = new LogicReader(text.match(tokenPattern) ?? [], new Set(names));
  const tree = reader.readAny(0);
  reader.expectEnd();
  return tree;
}

const one = (condition: string): Named => ({ kind: "one", condition });
const join = (kind: "all" | "any", parts: readonly Named[]): Named =>
  parts.length === 1 ? (parts[0] as Named) : { kind, parts };

class LogicReader {
  readonly #tokens: readonly string[];
  readonly #names: ReadonlySet<string>;
  readonly #used = new Set<string>();
  #leaves = 0;
  #next = 0;

  constructor(tokens: readonly string[], names: ReadonlySet<string>) {
    this.#tokens = tokens;
    this.#names = names;
  }

  readAny(depth: number): Named {
    return this.#readJoined("any", "OR", () => this.#readJoined("all", "AND", () => this.#readOne(depth)));
  }

  /** Also refuses logic that leaves out a condition, which would otherwise be ignored silently. */
  expectEnd(): void {
    if (this.#next < this.#tokens.length) throw malformed(`"${this.#tokens[this.#next]}" is out of place.`);
    for (const name of this.#names) if (!this.#used.has(name)) throw malformed("It leaves out a condition.");
  }

  #readJoined(kind: "all" | "any", keyword: string, read: () => Named): Named {
    const parts = [read()];
    while (this.#takes(keyword)) parts.push(read());
    return join(kind, parts);
  }

  #readOne(depth: number): Named {
    if (depth > logicDepthMax) throw queryError("Error_Query_TooLarge", place, `Nested deeper than ${logicDepthMax}.`);
    if (this.#takes("NOT")) return { kind: "not", part: this.#readOne(depth + 1) };
    if (this.#takes("(")) {
      const inner = this.readAny(depth + 1);
      if (!this.#takes(")")) throw malformed("A parenthesis is not closed.");
      return inner;
    }
    return one(this.#readName());
  }

  #readName(): string {
    const name = this.#tokens[this.#next];
    if (name === undefined || !this.#names.has(name)) throw malformed("It names a condition that is not there.");
    this.#leaves += 1;
    if (this.#leaves > conditionsMax)
      throw queryError("Error_Query_TooLarge", place, `At most ${conditionsMax} names of conditions.`);
    this.#used.add(name);
    this.#next += 1;
    return name;
  }

  #takes(keyword: string): boolean {
    if (this.#tokens[this.#next]?.toUpperCase() !== keyword) return false;
    this.#next += 1;
    return true;
  }
}

const malformed = (text: string) => queryError("Error_Query_Malformed", place, text);
