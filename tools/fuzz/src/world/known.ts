import { formatId, type ObjectDefinition, objectOfClass, objects } from "@rewards/domain";
import { freshRuleId, markPattern } from "./mark.ts";
import type { Row } from "./stored.ts";

/** A record that the service holds. `row` is its last read state. */
export interface Known {
  readonly definition: ObjectDefinition;
  row: Row;
}

const noUuid = "00000000-0000-0000-0000-000000000000";
const noKey = "~none";

/** The records that requests can name, and fresh keys. */
export class KnownRecords {
  private readonly byUuid = new Map<string, Known>();
  private readonly byClass = new Map(objects.map((definition) => [definition.class, [] as Known[]]));
  private keys = 0;

  add(definition: ObjectDefinition, row: Row): void {
    const one = { definition, row };
    this.byUuid.set(row.uuid, one);
    this.byClass.get(definition.class)?.push(one);
  }

  get(uuid: string): Known | undefined {
    return this.byUuid.get(uuid);
  }

  all(): Known[] {
    return [...this.byUuid.values()];
  }

  /** The latest ones of a class. */
  latest(className: string, count: number): readonly Known[] {
    return (this.byClass.get(className) ?? []).slice(-count);
  }

  counts(): Record<string, number> {
    return Object.fromEntries([...this.byClass].map(([name, all]) => [name, all.length]));
  }

  fresh(text: string): string {
    return `${text}~${(this.keys++).toString(36)}`;
  }

  key(className: string, index: number): string {
    return this.pick(className, index)?.row.tag || noKey;
  }

  id(className: string, index: number): string {
    const prefix = objectOfClass(className)?.idPrefix ?? "X";
    return formatId(prefix, this.pick(className, index)?.row.uuid ?? noUuid);
  }

  /** The text with every mark replaced. */
  fillText(text: string): string {
    const withRules = text.replaceAll(freshRuleId, () => `R${this.keys++}`);
    return withRules.replace(markPattern, (whole, kind: string, rest: string) => {
      if (kind === "fresh") return this.fresh(rest);
      const [className = "", index = "0"] = rest.split(" ");
      return kind === "key" || kind === "id" ? this[kind](className, Number(index)) : whole;
    });
  }

  /** The JSON value with every mark replaced. */
  fill<T>(value: T): T {
    if (value === undefined) return value;
    return JSON.parse(JSON.stringify(value), (_, part) => (typeof part === "string" ? this.fillText(part) : part));
  }

  /** Whether every record that the text names by its ID exists. */
  hasNamed(text: string): boolean {
    const ids = [...text.matchAll(markPattern)].filter(([, kind]) => kind === "id");
    return ids.every(([, , rest = ""]) => this.byClass.get(rest.split(" ")[0] ?? "")?.length);
  }

  /** One of the first, which many requests have named, or one of the latest, which are untouched. */
  private pick(className: string, index: number): Known | undefined {
    const all = this.byClass.get(className) ?? [];
    const place = Math.floor(index / 2) % Math.max(1, all.length);
    return index % 2 === 0 ? all[place] : all.at(-1 - place);
  }
}
