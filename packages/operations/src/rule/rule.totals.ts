import type { Amount, Replayed } from "@rewards/domain";

/** Points by the rules in force, and by those of a file. */
interface Compared {
  readonly points: Amount;
  readonly simulated: Amount;
}

interface SimulatedMember {
  readonly id: string;
  readonly externalId: string;
}

export interface Totals extends Compared {
  readonly sales: number;
  /** How many sales and members have other points by the file. */
  readonly changed: { readonly sales: number; readonly members: number };
  /** Every rule of either side that gave or took something, in the order of the first that did. */
  readonly rules: readonly (Compared & { readonly id: string })[];
  /** Those whose points change most, the largest change first. */
  readonly members: readonly (Compared & SimulatedMember)[];
}

/** How many changed members are kept. */
const membersMax = 10;
const nothing: Compared = { points: 0n, simulated: 0n };
const changeOf = ({ points, simulated }: Compared) => (simulated > points ? simulated - points : points - simulated);

/** Adds up sales that come member by member. */
export function openTotals() {
  let sales = 0;
  const changed = { sales: 0, members: 0 };
  let total = nothing;
  let current: (Compared & SimulatedMember) | undefined;
  const rules = new Map<string, Compared>();
  const members: (Compared & SimulatedMember)[] = [];
  const addRules = ({ rules: given }: Replayed, side: keyof Compared) => {
    for (const [id, points] of given) {
      const known = rules.get(id) ?? nothing;
      rules.set(id, { ...known, [side]: known[side] + points });
    }
  };
  return {
    add(member: SimulatedMember, before: Replayed, after: Replayed): void {
      sales += 1;
      const plus = (sum: Compared) => ({
        points: sum.points + before.points,
        simulated: sum.simulated + after.points,
      });
      if (before.points !== after.points) changed.sales += 1;
      total = plus(total);
      current = { ...member, ...plus(current ?? nothing) };
      addRules(before, "points");
      addRules(after, "simulated");
    },
    endMember(): void {
      if (current && changeOf(current) > 0n) {
        changed.members += 1;
        const { points, simulated } = current;
        const place = members.findIndex((one) => changeOf(one) < changeOf({ points, simulated }));
        members.splice(place < 0 ? members.length : place, 0, current);
        members.length = Math.min(members.length, membersMax);
      }
      current = undefined;
    },
    read: (): Totals => ({
      ...total,
      sales,
      changed,
      rules: [...rules].map(([id, sums]) => ({ id, ...sums })),
      members,
    }),
  };
}
