import { AppError } from "../error.ts";
import { openBook } from "../ledger/ledger.book.ts";
import type { Balance, Entry } from "../ledger/ledger.entry.ts";
import { decideAdjustment } from "../member/member.actions.ts";
import type { Programme } from "../programme/programme.ts";
import { decideRedemption } from "../redemption/redemption.decide.ts";
import { decideSale, planSale } from "../sale/sale.decide.ts";
import type { KnownOriginal } from "../sale-return/sale-return.original.ts";
import type { TakenBefore } from "../sale-return/sale-return.take.ts";
import { type Call, currencies, members, products } from "./history.ts";

const one = 10_000;
type Sold = Extract<Call, { kind: "sell" }>["sold"];
type Rules = Extract<Call, { kind: "edit" }>["terms"]["rules"];

interface Posted {
  readonly entries: readonly Entry[];
  readonly isRefused: boolean;
}

/** The pure decisions of the service over balances in memory, one transaction a call. */
export interface PureService {
  take(atMs: number, call: Call): Posted;
  balanceOf(member: string, currency: number): Balance;
}

const nothing: Posted = { entries: [], isRefused: false };
const currencyIds = currencies.map((name) => name as string);

const programmeOf = (rules: Rules): Programme => ({
  ...{ id: "p", businessId: "P", timeZone: "UTC", returnWaitDays: 30, returnWindowDays: 0, earningVersion: 1 },
  currencies: currencies.map((name) => ({ id: name, name })) as unknown as Programme["currencies"],
  earning: { ...rules, rate: BigInt(rules.rate) },
});

export function openPureService(): PureService {
  let rules: Rules = { rate: one, rounding: "toward-zero", fractionDigits: 0 };
  let isOutEarning = false;
  let ids = 0;
  const empty = { balance: 0n, awarded: 0n, returned: 0n, sequence: 0, lastAtMs: 0, lastHash: "" };
  const balances = new Map<string, Balance>();
  for (const memberId of members)
    for (const currencyId of currencyIds)
      balances.set(`${memberId}/${currencyId}`, { ...empty, id: `${memberId}/${currencyId}`, memberId, currencyId });
  const returned = new Map<string, TakenBefore>();
  const originals = new Map<string, KnownOriginal>();

  /** One transaction: what it posts stays only if `run` returns. */
  function transact(clockMs: number, run: (book: ReturnType<typeof openBook>) => boolean): Posted {
    const book = openBook({ balances: [...balances.values()], clockMs, newId: () => `e${++ids}` });
    const isRefused = run(book);
    for (const balance of book.changedBalances()) balances.set(balance.id, balance);
    return { entries: book.entries(), isRefused };
  }

  function sell(atMs: number, { id, member, lines }: Sold): Posted {
    const items = lines.map(({ code, quantity, amount, original }) => ({
      ...{ ProductCode: code, Quantity: quantity / one, TotalAmount: amount / one },
      ...(original !== undefined && { OriginalSaleExternalID: original }),
    }));
    const named = lines.flatMap(({ original }) => (original === undefined ? [] : [original]));
    const programme = programmeOf(rules);
    const facts = { category: "", brand: "" };
    const plan = planSale(
      { id, items, storeCode: "S", channel: "", soldAtMs: atMs },
      {
        ...{ member: { id: member, programme }, store: { isParticipating: true } },
        products: new Map(
          products.map((code) => [code, { ...facts, isIncentivizable: code !== "out" || isOutEarning }]),
        ),
        ...(named.length > 0 && { originals: new Map(named.map((key) => [key, originals.get(key) ?? "rejected"])) }),
      },
    );
    const desk = { clockMs: atMs, before: returned, written: [] };
    const posted = transact(atMs, (book) => decideSale(plan, book, desk).status === "Resolved-Rejected");
    if (posted.isRefused) return posted;
    const award = posted.entries.find(({ type }) => type === "Sale");
    originals.set(id, {
      ...{ id, externalId: id, items, memberId: member, currencyId: programme.currencies[0].id },
      award: award && {
        ...{ points: award.amount, postedAtMs: award.postedAtMs, earning: programme.earning },
        lines: (JSON.parse(award.why) as { lines: number[] }).lines,
      },
    });
    return posted;
  }

  function adjust(atMs: number, call: Extract<Call, { kind: "adjust" }>["adjustment"]): Posted {
    const name = currencies[call.currency] as string;
    const target = { id: call.id, memberId: call.member, currencyId: name };
    try {
      return transact(atMs, (book) => {
        decideAdjustment({ AdjustBalances: { Amount: call.points / one, Name: name } }, target, book);
        return false;
      });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { entries: [], isRefused: true };
    }
  }

  function redeem(clockMs: number, { id, member, cost }: Extract<Call, { kind: "redeem" }>["by"]): Posted {
    const reward = { id: "w", name: "Gift", type: "digital", cost: String(cost / one) };
    const desk = {
      ...{ clockMs, members: new Map([[member, { id: member, programme: programmeOf(rules) }]]) },
      rewards: new Map([["gift", { ...reward, daysAvailable: "", expiresAtMs: null, available: 0n }]]),
      ...{ takenVoucherKeys: new Set<string>(), stockTaken: new Map<string, bigint>(), mintCode: () => `c${++ids}` },
    };
    const lines = [{ RewardExternalID: "gift", Quantity: "1", VoucherCode: "" }];
    const asked = { id, memberExternalId: member, lines };
    return transact(clockMs, (book) => decideRedemption(asked, { ...desk, book }).status === "Resolved-Rejected");
  }

  return {
    take(atMs, call) {
      if (call.kind === "sell") return sell(atMs, call.sold);
      if (call.kind === "adjust") return adjust(atMs, call.adjustment);
      if (call.kind === "redeem") return redeem(atMs, call.by);
      if (call.kind === "edit") rules = call.terms.rules;
      if (call.kind === "catalogue") isOutEarning = call.isOutEarning;
      return nothing;
    },
    balanceOf: (member, currency) => balances.get(`${member}/${currencyIds[currency]}`) as Balance,
  };
}
