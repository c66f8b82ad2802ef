import {
  type ActionDefinition,
  type Amount,
  actionsOf,
  amountOf,
  formatAmount,
  formatId,
  type ObjectDefinition,
  objectOfClass,
  objects,
  type PaymentContent,
  redemptionItem,
} from "@rewards/domain";
import type { Sql } from "postgres";
import { type Known, KnownRecords } from "./known.ts";
import { effects, type NewRow, type Row, readNewRows, readRows } from "./stored.ts";

const none = { sum: 0n, count: 0 };
const beforeAll = "00000000-0000-0000-0000-000000000000";

/**
 * What the database must hold according to the answers: every record and effect that was answered with success, and
 * nothing else. A request whose caller left before the answer may have had its effect or not.
 */
export class ExpectedState {
  readonly known = new KnownRecords();
  private readonly sql: Sql;
  /** The accepted amounts by effect and target. */
  private readonly sums = new Map<string, { readonly sum: Amount; readonly count: number }>();
  private readonly last = new Map<string, string>();
  /** Creates that were answered since the last comparison. */
  private readonly announced = new Map<string, ObjectDefinition>();
  private readonly unanswered = new Map<string, number>();
  /** Members with the References that they paid with: a repeat changes nothing. */
  private readonly paid = new Set<string>();
  private readonly uncertain = new Set<string>();
  private touchedUuids = new Set<string>();
  private accepted = new Map<string, number>();

  constructor(sql: Sql) {
    this.sql = sql;
  }

  /** Notes that a create was answered with this UUID. */
  created(definition: ObjectDefinition, uuid: string): void {
    if (!this.known.get(uuid)) this.announced.set(uuid, definition);
  }

  /** Notes a create whose answer was not awaited. `tag` would identify its record. */
  maybeCreated({ class: name }: ObjectDefinition, tag: string): void {
    const key = `${name} ${tag}`;
    this.unanswered.set(key, (this.unanswered.get(key) ?? 0) + 1);
  }

  /** Notes that an action of this record was requested, whatever its outcome. */
  touched(uuid: string): void {
    this.touchedUuids.add(uuid);
  }

  /** Notes that an action succeeded. */
  acted({ effect }: ActionDefinition, uuid: string, content: unknown): void {
    if (effect === "post-payment") {
      const payment = `${uuid} ${(content as PaymentContent).Reference}`;
      if (this.paid.has(payment)) return;
      this.paid.add(payment);
    }
    this.accepted.set(uuid, (this.accepted.get(uuid) ?? 0) + 1);
    const book = effect && effects[effect];
    if (!book) return;
    const { sum, count } = this.sums.get(`${effect} ${uuid}`) ?? none;
    this.sums.set(`${effect} ${uuid}`, { sum: sum + amountOf(book.amountOf(content as never)), count: count + 1 });
  }

  /** Notes an action whose answer was not awaited: its record is not compared from now on. */
  maybeActed(uuid: string): void {
    this.uncertain.add(uuid);
  }

  /** Compares the records named since the last time. Returns every difference in words. */
  async compare(): Promise<string[]> {
    const [uuids, accepted] = [[...this.touchedUuids], this.accepted];
    [this.touchedUuids, this.accepted] = [new Set(), new Map()];
    return [
      ...(await this.compareNew()),
      ...(await this.byDefinition(uuids, (definition, mine) => this.compareChanges(definition, mine, accepted))),
      ...(await this.byDefinition(uuids, (definition, mine) => this.compareEffects(definition, mine))),
    ];
  }

  /** Compares all records. */
  async compareAll(): Promise<string[]> {
    const rows = await readNewRows(this.sql, () => beforeAll);
    const stored = new Set(rows.map(({ uuid }) => uuid));
    const known = this.known.all();
    const uuids = known.map(({ row }) => row.uuid);
    return [
      ...known.flatMap(({ definition, row }) => (stored.has(row.uuid) ? [] : [lost(definition, row.uuid)])),
      ...rows.filter((row) => !this.known.get(row.uuid) && !this.isExplained(row)).map(unasked),
      ...(await this.byDefinition(uuids, (definition, mine) => this.compareEffects(definition, mine))),
    ];
  }

  private async compareNew(): Promise<string[]> {
    const rows = await readNewRows(this.sql, ({ class: name }) => this.last.get(name) ?? beforeAll);
    for (const row of rows) {
      if (row.uuid > (this.last.get(row.class) ?? beforeAll)) this.last.set(row.class, row.uuid);
      this.known.add(definitionOf(row), row);
    }
    const unexplained = rows.filter((row) => !this.isExplained(row)).map(unasked);
    const missing = [...this.announced].map(([uuid, definition]) => lost(definition, uuid));
    this.announced.clear();
    return [...unexplained, ...missing];
  }

  /** Whether it was answered, a worker made it, or its answer was not awaited. */
  private isExplained({ uuid, class: name, tag }: NewRow): boolean {
    if (this.announced.delete(uuid) || objectOfClass(name)?.path === null) return true;
    const key = `${name} ${tag}`;
    const left = this.unanswered.get(key) ?? 0;
    if (left > 0) this.unanswered.set(key, left - 1);
    return left > 0;
  }

  /** The complaints about the known records of every class, except those whose state is uncertain. */
  private async byDefinition(
    uuids: readonly string[],
    compare: (definition: ObjectDefinition, mine: readonly string[]) => Promise<string[]>,
  ): Promise<string[]> {
    const complaints: string[] = [];
    for (const definition of objects) {
      const isMine = (uuid: string) => this.known.get(uuid)?.definition === definition && !this.uncertain.has(uuid);
      const mine = uuids.filter(isMine);
      if (mine.length > 0) complaints.push(...(await compare(definition, mine)));
    }
    return complaints;
  }

  /** A record's version counts its changes, which must equal those by answered actions and by workers. */
  private async compareChanges(
    definition: ObjectDefinition,
    uuids: readonly string[],
    accepted: ReadonlyMap<string, number>,
  ): Promise<string[]> {
    const rows = await readRows(this.sql, definition, uuids);
    return rows.flatMap((row) => {
      const one = this.known.get(row.uuid) as Known;
      const complaint = changeComplaint(one, row, accepted.get(row.uuid) ?? 0);
      one.row = row;
      return complaint ? [`${formatId(definition.idPrefix, row.uuid)}: ${complaint}`] : [];
    });
  }

  private async compareEffects(definition: ObjectDefinition, uuids: readonly string[]): Promise<string[]> {
    const complaints: string[] = [];
    for (const { effect } of actionsOf(definition)) {
      const book = effect && effects[effect];
      if (!book) continue;
      const stored = new Map((await book.read(this.sql, [...uuids])).map(({ target, found }) => [target, found]));
      for (const uuid of uuids) {
        const { sum, count } = this.sums.get(`${effect} ${uuid}`) ?? none;
        const [wanted, found] = [book.wanted(count, formatAmount(sum)), stored.get(uuid)];
        if (found === wanted || (found === undefined && count === 0)) continue;
        complaints.push(`${formatId(definition.idPrefix, uuid)}: accepted ${wanted}; stored ${found ?? "nothing"}`);
      }
    }
    return complaints;
  }
}

const definitionOf = (row: NewRow) => objectOfClass(row.class) as ObjectDefinition;
const lost = ({ idPrefix }: ObjectDefinition, uuid: string) =>
  `${formatId(idPrefix, uuid)} was answered, and is not in the database`;

function unasked(row: NewRow): string {
  const id = formatId(definitionOf(row).idPrefix, row.uuid);
  return `${id} (${JSON.stringify(row.tag)}) is in the database, and no create was answered with it`;
}

/** A Cancel of its redemption changes an item too. */
const cancelsMax = 1;

function changeComplaint({ definition, row: before }: Known, after: Row, accepted: number): string | undefined {
  const byActions = new Set(actionsOf(definition).map(({ transition }) => transition));
  const byWorkersMax = Object.keys(definition.transitions).filter((name) => !byActions.has(name)).length;
  const byOthersMax = definition.class === redemptionItem.class ? cancelsMax : 0;
  const changes = after.version - before.version;
  if (changes < accepted || changes > accepted + byWorkersMax + byOthersMax)
    return `${accepted} accepted actions changed it ${changes} times`;
  return changes === 0 && after.print !== before.print ? "it changed though no action was accepted" : undefined;
}
