import { clubProgramme, type DemoMember, makeMembers } from "./members.ts";
import { createRandom, happens, type Random } from "./random.ts";
import { type DemoSale, makeSales } from "./sales.ts";
import { type DemoProduct, type DemoStore, makeProducts, makeStores } from "./shop.ts";

/** What happens next during the day. */
export type Step =
  | { readonly kind: "sale"; readonly sale: DemoSale }
  /** The till did not receive the answer and sends the same sale again. */
  | { readonly kind: "retry"; readonly sale: DemoSale }
  /** A till used a number twice: the key of an earlier sale with other content. */
  | { readonly kind: "conflict"; readonly sale: DemoSale }
  | { readonly kind: "member"; readonly member: DemoMember }
  | { readonly kind: "store"; readonly store: DemoStore };

export interface Day {
  readonly prefix: string;
  readonly stores: readonly DemoStore[];
  readonly products: readonly DemoProduct[];
  readonly members: readonly DemoMember[];
  readonly sales: readonly DemoSale[];
  readonly steps: readonly Step[];
  /** ExternalIDs of the members who are registered in the end. */
  readonly registered: readonly string[];
  /** ExternalIDs of the members whose points wait for the return window. */
  readonly club: ReadonlySet<string>;
  /** ExternalIDs of the sales that wait for members who are never registered. */
  readonly waiting: ReadonlySet<string>;
}

export interface DayOptions {
  readonly seed: number;
  readonly salesCount: number;
  /** The prefix of every business key, so that no two runs share keys. */
  readonly prefix: string;
  /** Midnight, UTC. */
  readonly dayStartMs: number;
}

const salesPerMember = 20;
const membersMin = 20;
const membersMax = 300;
const retryPercent = 1;
const retryStepsLaterMax = 30;
const conflictPercent = 0.3;
/** The shares of the day after which the first and the last late record is registered. */
const lateFrom = 0.55;
const lateTo = 0.8;
const lateStoreAt = 0.7;

interface Placed {
  /** Between the sales of these indexes. */
  readonly at: number;
  readonly step: Step;
}

/** A whole day of sales; the same options give the same day. */
export function makeDay({ seed, salesCount, prefix, dayStartMs }: DayOptions): Day {
  const random = createRandom(seed);
  const memberCount = Math.min(Math.max(Math.round(salesCount / salesPerMember), membersMin), membersMax);
  const stores = makeStores(prefix);
  const products = makeProducts(prefix);
  const members = makeMembers(random, memberCount, prefix, dayStartMs);
  const sales = makeSales(random, salesCount, { prefix, dayStartMs, stores, products, members });
  const registered = members.filter(({ joins }) => joins !== "never").map(({ key }) => key);
  const club = members.filter(({ content }) => content.ProgramBusinessID === clubProgramme).map(({ key }) => key);
  const waiting = sales.filter(({ MemberExternalID }) => !registered.includes(MemberExternalID));
  return {
    ...{ prefix, stores, products, members, sales, registered },
    steps: makeSteps(random, sales, stores, members),
    club: new Set(club),
    waiting: new Set(waiting.map(({ ExternalID }) => ExternalID)),
  };
}

function makeSteps(
  random: Random,
  sales: readonly DemoSale[],
  stores: readonly DemoStore[],
  members: readonly DemoMember[],
): Step[] {
  const placed = sales.flatMap((sale, index): Placed[] => {
    const own: Placed = { at: index, step: { kind: "sale", sale } };
    const at = index + 0.5 + random.number.int({ min: 0, max: retryStepsLaterMax });
    if (happens(random, retryPercent)) return [own, { at, step: { kind: "retry", sale } }];
    if (happens(random, conflictPercent)) return [own, { at, step: { kind: "conflict", sale: alter(sale) } }];
    return [own];
  });
  for (const member of members.filter(({ joins }) => joins === "during")) {
    const at = random.number.float({ min: lateFrom, max: lateTo }) * sales.length;
    placed.push({ at, step: { kind: "member", member } });
  }
  for (const store of stores.filter(({ isLate }) => isLate)) {
    placed.push({ at: lateStoreAt * sales.length, step: { kind: "store", store } });
  }
  return placed.sort((a, b) => a.at - b.at).map(({ step }) => step);
}

/** The same key, another basket: twice as much of its first line. */
function alter(sale: DemoSale): DemoSale {
  const [first, ...rest] = sale.SaleItems;
  if (!first) return sale;
  return {
    ...sale,
    SaleItems: [{ ...first, Quantity: first.Quantity * 2, TotalAmount: first.TotalAmount * 2 }, ...rest],
  };
}
