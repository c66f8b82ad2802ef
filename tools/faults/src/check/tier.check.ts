import { type Ladder, sumsOf, tierOf } from "@rewards/lab/replay/tier";
import { groupBy } from "../list.ts";
import type { Evidence } from "./book.ts";
import type { EntryRow, Facts, SaleRow, TierChangeRow, TierRow, VersionRow } from "./facts.ts";
import { type Finding, rowFinding } from "./finding.ts";
import { tiersKnown } from "./rule.check.ts";

type Tier = string | null;

/**
 * A tier that a member may have had, and how many changes without a sale led to it: of these it is not known between which
 * entries they came.
 */
interface Place {
  readonly tier: Tier;
  readonly used: number;
}

/** Follows the tier of a member through its changes. */
function openStory(loose: readonly TierChangeRow[]) {
  let places: readonly Place[] = [{ tier: null, used: 0 }];
  const goOn = (place: Place): Place[] => {
    const next = loose[place.used];
    return next?.from === place.tier ? [place, ...goOn({ tier: next.to, used: place.used + 1 })] : [place];
  };
  return {
    /** What an entry made of it, by the changes that name its sale. @returns whether that is one of these tiers */
    enter(own: readonly TierChangeRow[], expected: ReadonlySet<Tier>): boolean {
      const moved = places.flatMap(goOn).flatMap(({ tier, used }): Place[] => {
        const to = followAll(own, tier);
        return to !== undefined && expected.has(to) ? [{ tier: to, used }] : [];
      });
      if (moved.length > 0) places = moved;
      return moved.length > 0;
    },
    /** Whether all changes lead to this tier. */
    endsAt: (end: Tier) => places.flatMap(goOn).some(({ tier, used }) => tier === end && used === loose.length),
  };
}

/** The tier after some changes, one after the other; undefined if they do not follow from the tier. */
function followAll(rows: readonly TierChangeRow[], tier: Tier): Tier | undefined {
  const next = rows.find(({ from }) => from === tier);
  if (!next) return rows.length === 0 ? tier : undefined;
  return followAll(
    rows.filter((row) => row !== next),
    next.to,
  );
}

const dateOf = (at: Date) => at.toISOString().slice(0, 10);
const unitsOf = (amount: string) => Math.round(Number(amount) * 10_000);

/** Holds tiers and their changes against the replay, entry after entry. */
export function openTierJudge(evidence: Evidence, ladder: Ladder) {
  const { facts } = evidence;
  const known = tiersKnown(evidence);
  const [ofSale, loose] = [true, false].map((is) => facts.tierChanges.filter(({ sale }) => (sale !== null) === is)) as [
    TierChangeRow[],
    TierChangeRow[],
  ];
  const changes = groupBy(ofSale, ({ sale, member }) => `${sale} ${member}`);
  const own = groupBy(loose, ({ member }) => member);
  const stories = new Map(facts.tiers.map(({ member }) => [member, openStory(own.get(member) ?? [])]));
  const steps = new Map<string, number>();
  return {
    /** After the replay of a record. @param sale its key. */
    enter(source: string, sale: string, { member, at }: EntryRow): Finding[] {
      const taken = ladder.get(member)?.steps ?? 0;
      const isMoved = taken !== steps.get(member);
      const rows = changes.get(`${source} ${member}`) ?? [];
      steps.set(member, taken);
      changes.delete(`${source} ${member}`);
      if (taken === 0 || (!isMoved && rows.length === 0)) return [];
      const expected = new Set(known(sale, at).map(({ levels }) => tierOf(ladder, member, dateOf(at), levels)));
      if (isMoved && stories.get(member)?.enter(rows, expected)) return [];
      return [
        rowFinding("points", sale, `its entry should lead ${member} to tier ${[...expected].join(" or ")}`, ...rows),
      ];
    },
    /** At the end. */
    finish: (): Finding[] => [
      ...[...changes.values()].map(([row]) =>
        rowFinding("unrequested", row?.member ?? "", "a change of tier without an entry", row),
      ),
      ...facts.tiers.flatMap((row) => {
        const { member, tier } = row;
        const last = facts.versions.map(({ tiers }) => tierOf(ladder, member, dateOf(new Date()), tiers?.levels ?? []));
        return judgeEnd(row, ladder, last.includes(tier) && (stories.get(member)?.endsAt(tier) ?? true));
      }),
    ],
  };
}

function judgeEnd(row: TierRow, ladder: Ladder, isTold: boolean): Finding[] {
  const { member, month, sums } = row;
  const counted = sumsOf(ladder, member);
  const isRight = month === (counted?.newest ?? null) && sums?.map(unitsOf).join() === counted?.sums.join();
  return [
    ...(isRight ? [] : [rowFinding("points", member, `its sums of tiers should be ${JSON.stringify(counted)}`, row)]),
    ...(isTold ? [] : [rowFinding("points", member, "neither its entries nor its changes lead to its tier", row)]),
  ];
}

const namesTiers = ({ rules }: VersionRow) => rules.some(({ where }) => where?.tier !== undefined);

/** A sale earns by the tier that the member had before it; its entry says so if rules ask for it. */
export function judgeTier({ versions }: Facts, { key }: SaleRow, entry: EntryRow, tier: Tier): Finding[] {
  const version = versions.find((one) => one.version === entry.version);
  const expected = version && namesTiers(version) ? tier : null;
  if ((entry.why.tier ?? null) === expected) return [];
  return [rowFinding("points", key, `earned by another tier than ${expected}`, entry)];
}

/** Whether a sale earned by the highest tier, and a return took it. */
export function isFall(
  facts: Facts,
  { member, waiting, back }: Readonly<Record<"member" | "waiting" | "back", string>>,
): boolean {
  const ids = new Map(facts.sales.map(({ key, id }) => [key, id]));
  const gold = facts.entries.some(({ source, why }) => source === ids.get(waiting) && why.tier === "Gold");
  const isTaken = ({ sale, from, ...row }: TierChangeRow) =>
    row.member === member && sale === ids.get(back) && from === "Gold";
  return gold && facts.tierChanges.some(isTaken);
}
