import { formatId, type ObjectDefinition, objectOfClass, objects } from "@rewards/domain";
import type { MarkValues } from "./mark.ts";
import type { Row } from "./rows.ts";

/** A record that the service holds. `row` is its last read state. */
export interface Known {
  readonly definition: ObjectDefinition;
  row: Row;
}

const noUuid = "00000000-0000-0000-0000-000000000000";
const noKey = "~none";

/** The records that requests can name, and fresh keys. */
export class KnownRecords implements MarkValues {
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

  has(className: string): boolean {
    return (this.byClass.get(className) ?? []).length > 0;
  }

  /** One of the first, which many requests have named, or one of the latest, which are untouched. */
  private pick(className: string, index: number): Known | undefined {
    const all = this.byClass.get(className) ?? [];
    const place = Math.floor(index / 2) % Math.max(1, all.length);
    return index % 2 === 0 ? all[place] : all.at(-1 - place);
  }
}
