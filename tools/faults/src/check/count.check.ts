import { redemptionItem } from "@rewards/domain";
import { groupBy, sumOf } from "../list.ts";
import { isAccepted, isUnknown } from "../load/record.ts";
import { regulars } from "../servers/shop.rules.ts";
import { shopRewards } from "../servers/shop.ts";
import { suiteSession } from "../servers/watch.ts";
import { type Asked, askedOf, checkByKey, countEffects, effectsOf, firstBreak, publicId, type Rule } from "./book.ts";
import type { Facts } from "./facts.ts";
import { type Finding, finding } from "./finding.ts";

/** Above this number, the check does not try every combination of unknown outcomes. */
const triedMax = 16;

/** Compares the number of rows with the number that was requested. */
export function checkCount(asked: Asked, rows: readonly unknown[]): Finding[] {
  const { least, most } = countEffects(asked);
  const message = `${rows.length} exist, but at most ${most} were accepted`;
  return firstBreak(asked, rows, [
    [rows.length < least, "lost", "answered, but missing"],
    [rows.length > most, most === 0 ? "unrequested" : "doubled", message],
  ]);
}

/** Every answered adjustment exists once; one of unknown outcome at most once; a refused one not. */
export const checkAdjustments: Rule = (evidence) => {
  const own = evidence.facts.adjustments.filter(({ user, sale }) => user !== suiteSession && sale === null);
  const byAmount = own.map((row) => ({ ...row, key: row.amount }));
  return checkByKey(evidence, "adjust", byAmount, checkCount);
};

/** Every answered payment exists once, and so does every answered cancellation of a part. */
export const checkPayments: Rule = (evidence) => {
  const { payments, givenBack } = evidence.facts;
  const byAmount = givenBack.map((row) => ({ ...row, key: row.points }));
  return [
    ...checkByKey(evidence, "pay", payments, checkPaid),
    ...checkByKey(evidence, "giveBack", byAmount, checkCount),
  ];
};

function checkPaid(asked: Asked, rows: readonly Facts["payments"][number][]): Finding[] {
  const wanted = new Set(asked.calls.map(({ call }) => Number(call.content["Points"])));
  return firstBreak(asked, rows, [
    [rows.length > 1, "doubled", `${rows.length} payments of one Reference`],
    [rows.length === 0 && countEffects(asked).least > 0, "lost", "answered, but missing"],
    [rows.length > 0 && asked.isRefused, "unrequested", "refused, but it exists"],
    [rows.some(({ points }) => !wanted.has(Number(points))), "unrequested", "it took points that no call named"],
  ]);
}

/** Every answered edit is in the history once. */
export const checkEdits: Rule = (evidence) => checkByKey(evidence, "edit", evidence.facts.edits, checkCount);

/** An action with an Idempotency-Key is stored with it, so that no repeat does it again; a refused one leaves none. */
export const checkKeys: Rule = ({ record, facts }) => {
  const stored = new Set(facts.keys.map(({ key, path }) => `${key} ${path}`));
  const keyed = record.calls.filter(({ call }) => call.idempotencyKey !== undefined && call.method === "PATCH");
  const groups = groupBy(keyed, ({ call }) => `${call.idempotencyKey} ${call.path}`);
  return [...groups].flatMap(([name, calls]) => {
    const attempts = calls.flatMap((one) => one.attempts);
    const asked = { key: name, calls };
    if (attempts.some(isAccepted) && !stored.has(name))
      return [finding("lost", asked, "answered, but its key is missing")];
    const isRefused = !attempts.some((one) => isAccepted(one) || isUnknown(one));
    return isRefused && stored.has(name) ? [finding("unrequested", asked, "refused, but its key is taken")] : [];
  });
};

/** Segments have no key: at least as many exist as were answered, and at most as many as were requested. */
export const checkSegments: Rule = (evidence) => {
  const own = evidence.facts.segments.filter(({ id }) => id !== regulars.id);
  return checkByKey(evidence, "segment", own, checkCount);
};

/** The stock ever added to a reward equals the answered additions plus some of those with an unknown outcome. */
export const checkStock: Rule = (evidence) =>
  askedOf(evidence, "stock").flatMap((asked) => {
    const row = evidence.facts.stock.find(({ reward }) => reward === asked.key);
    const begun = Object.values(shopRewards).find(({ id }) => id === asked.key)?.stock ?? 0;
    const effects = effectsOf(asked.calls).map(({ call, attempts, isOnce }) => {
      const quantity = Number(call.content["RewardQuantity"]);
      const [accepted, unknown] = [isAccepted, isUnknown].map((is) => attempts.filter(is).map(() => quantity));
      if (!isOnce) return { accepted, unknown };
      return accepted?.length ? { accepted: [quantity], unknown: [] } : { accepted, unknown: unknown?.slice(0, 1) };
    });
    const least = begun + sumOf(effects.flatMap(({ accepted = [] }) => accepted));
    const open = effects.flatMap(({ unknown = [] }) => unknown).slice(0, triedMax);
    const added = Number(row?.added ?? Number.NaN);
    const message = `${added} were added; ${least} were answered; unknown outcomes: ${open.join(", ") || "none"}`;
    return firstBreak(asked, [row], [[!sumsOf(open).has(added - least), added < least ? "lost" : "doubled", message]]);
  });

/** The sums of all subsets of the numbers. */
function sumsOf(numbers: readonly number[]): Set<number> {
  const sums = new Set([0]);
  for (const number of numbers) for (const sum of [...sums]) sums.add(sum + number);
  return sums;
}

/** Vouchers are locked, used and cancelled at most once each. */
export const checkVouchers: Rule = (evidence) => {
  const { items, moves } = evidence.facts;
  const moved = groupBy(moves, ({ id }) => id);
  const rows = new Map(items.map((item) => [publicId(redemptionItem, item.id), item]));
  const statusOf = { use: "Resolved-Completed", lock: "Open-Active", cancel: "Resolved-Cancelled" } as const;
  return (["use", "lock", "cancel"] as const).flatMap((kind) =>
    askedOf(evidence, kind).flatMap((asked) => {
      const item = rows.get(asked.key);
      const done = (moved.get(item?.id ?? "") ?? []).filter((move) => move.new === statusOf[kind]).length;
      const { least, most } = countEffects(asked);
      return firstBreak(
        asked,
        [item],
        [
          [least > 1, "doubled", `${kind} was granted twice`],
          [done < least, "lost", `${kind} was granted, but not done`],
          [done > most, "unrequested", `${kind} was done, but not granted`],
        ],
      );
    }),
  );
};
