import { AppError, addBalance, member, product, programmeFile, redemption, reward, sale, store } from "@rewards/domain";
import { newMember, newProduct, newRedemption, newReward, newSale, newStore } from "../../../../test/src/records.ts";
import {
  type Call,
  cancellationOf,
  currencies,
  type History,
  members,
  products,
  repricingOf,
} from "../../../domain/src/testing/history.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { runAction } from "../action/action.run.ts";
import { wakeReturns } from "../awaiting/awaiting.wake.ts";
import { createCatalogueCache } from "../catalogue/catalogue.cache.ts";
import { sweepExpired } from "../expiry/expiry.sweep.ts";
import { processRedemptions } from "../redemption/redemption.process.ts";
import { processSales } from "../sale/sale.process.ts";
import { repriceSales } from "../sale/sale.reprice.ts";
import { standingViews } from "../standing/standing.table.ts";
import { act } from "./act.ts";
import { openClock } from "./clock.ts";
import { insertAll, type TestDatabase } from "./database.ts";
import { requireAction } from "./targets.ts";

const one = 10_000;
const author = { actor: "ann" };
const out = products[products.length - 1];
const cancelPayment = requireAction(member, "CancelPayment");
type CallOf<Kind extends Call["kind"]> = Extract<Call, { kind: Kind }>;

/** What the service posted in a history. */
interface Played {
  /** For each event, whether it was refused. */
  readonly refused: readonly boolean[];
  /** For each event, what members then hold: as `member currency balance available pending`. */
  readonly holds: readonly (readonly string[])[];
  /** As `member currency type points source`, in the order of each balance. An Expiry has the source of its award. */
  readonly entries: readonly string[];
}

/** Plays histories through the functions of the service. Each history gets its own programme, members and products. */
export async function openStage(database: TestDatabase) {
  const clock = await openClock(database);
  const { sql } = clock;
  const deps = { database: { ...database, sql }, catalogue: createCatalogueCache(sql) };
  // Before any history: a sale cannot count a product that is registered later.
  await clock.set(Date.parse("2024-01-01"));
  await insertAll(sql, store, [newStore("S")]);
  await insertAll(
    sql,
    product,
    products.filter((code) => code !== out).map((code) => newProduct(code)),
  );
  // As `migrate` makes them, but at the time of this clock.
  for (const { name, query } of standingViews)
    await sql.unsafe(`create view test_clock.${name} as ${query.replaceAll("now()", "clock_timestamp()")}`);
  // Its quantity is what a redemption costs.
  await insertAll(sql, reward, [newReward("GIFT", { RewardType: "unlimited", RewardCost: "0.0001" })]);
  let histories = 0;

  async function open({ zone, startMs, terms }: History) {
    const name = `H${++histories}`;
    await clock.set(startMs);
    await edit(name, zone, terms);
    const [outId = ""] = await insertAll(sql, product, [newProduct(`${name}-${out}`, { Incentivizable: false })]);
    const ids = await insertAll(
      sql,
      member,
      members.map((key) => newMember(`${name}-${key}`, { ProgramBusinessID: name })),
    );
    return { name, zone, outId, ids: new Map(members.map((key, index) => [key as string, ids[index] as string])) };
  }
  type Scene = Awaited<ReturnType<typeof open>>;

  async function edit(businessId: string, timeZone: string, { rules, windowDays, expiry }: History["terms"]) {
    const programme = {
      ...{ businessId, name: businessId, timeZone, returns: { windowDays } },
      currencies: currencies.map((name, index) => ({ name, ...(expiry[index] && { expiry: expiry[index] }) })),
      earning: { ...rules, rate: rules.rate / one },
      payment: { points: "1", value: "1" },
    };
    await applyProgrammes(sql, programmeFile.parse({ programmes: [programme] }), author);
  }

  const isRefused = (work: () => Promise<unknown>) =>
    work().then(
      () => false,
      (error: unknown) => {
        if (error instanceof AppError) return true;
        throw error;
      },
    );
  const isRejected = async (table: "sale" | "redemption", id: string) => {
    const [row] = await sql<{ status: string }[]>`select status from ${sql(table)} where id = ${id}`;
    return row?.status === "Resolved-Rejected";
  };

  async function sell(
    { name }: Scene,
    { id: key, member: by, lines }: CallOf<"sell">["sold"],
    atMs: number,
  ): Promise<boolean> {
    const items = lines.map(({ code, quantity, amount, original, originalLine }) => ({
      ...{ ProductCode: code === out ? `${name}-${out}` : code, Quantity: quantity / one, TotalAmount: amount / one },
      ...(original !== undefined && { OriginalSaleExternalID: `${name}-${original}` }),
      ...(originalLine !== undefined && { OriginalLine: originalLine }),
    }));
    const more = { SaleItems: items, SaleDateTime: new Date(atMs).toISOString() };
    const [id = ""] = await insertAll(sql, sale, [
      newSale({ member: `${name}-${by}`, store: "S", product: "", externalId: `${name}-${key}`, more }),
    ]);
    await processSales([id], deps, "wait");
    return isRejected("sale", id);
  }

  /** The sale that a return waits for has come. */
  async function wake({ name }: Scene, { id: key }: CallOf<"sell">["sold"]): Promise<boolean> {
    await wakeReturns(sql, null);
    const [row] = await sql<{ id: string }[]>`select id from sale where external_id = ${`${name}-${key}`}`;
    await processSales([row?.id ?? ""], deps, "wait");
    return isRejected("sale", row?.id ?? "");
  }

  async function adjust({ ids, name }: Scene, { id, member: of, currency, points }: CallOf<"adjust">["adjustment"]) {
    const content = { AdjustBalances: { Amount: points / one, Name: currencies[currency] } };
    // The user names the adjustment, which has no key.
    return isRefused(() => runAction(sql, addBalance, { id: ids.get(of) ?? "", content, user: `${name}-${id}` }));
  }

  async function redeem({ name }: Scene, { id: key, member: by, cost }: CallOf<"redeem">["by"]): Promise<boolean> {
    const lines = [{ reward: "GIFT", quantity: cost }];
    const [id = ""] = await insertAll(sql, redemption, [
      newRedemption(`${name}-${by}`, lines, { ExternalID: `${name}-${key}` }),
    ]);
    await processRedemptions([id], deps);
    return isRejected("redemption", id);
  }

  /** Cancels the redemption, or the item that it has. */
  async function cancel({ name }: Scene, { redemption: key }: CallOf<"cancel">["by"], atMs: number): Promise<boolean> {
    const rows = await sql<{ redemption: string; redemption_item: string }[]>`
      select r.id as redemption, i.id as redemption_item from redemption r join redemption_item i on i.redemption = r.id
      where r.external_id = ${`${name}-${key}`}`;
    const noun = atMs % 2 === 0 ? "redemption" : "redemption_item";
    const [row] = rows;
    return row === undefined || isRefused(() => act(sql, "Cancel", noun, row[noun]));
  }

  async function pay({ name, ids }: Scene, { id: key, member: of, cost }: CallOf<"pay">["by"]): Promise<boolean> {
    const content = { Reference: `${name}-${key}`, Points: cost / one };
    return isRefused(() => act(sql, "PayWithPoints", "member", ids.get(of) ?? "", content));
  }

  /** The user names the cancellation, which has no key. */
  async function giveBack({ name }: Scene, { id: key, redemption, cost }: CallOf<"giveBack">["by"]): Promise<boolean> {
    const Reference = `${name}-${redemption}`;
    const [row] = await sql<{ member: string }[]>`select member from payment where reference = ${Reference}`;
    const content = { Reference, Points: cost === undefined ? undefined : cost / one };
    const call = { id: row?.member ?? "", content, user: `${name}-${key}` };
    return row === undefined || isRefused(() => runAction(sql, cancelPayment, call));
  }

  /** @returns whether the service refused it. */
  async function take(scene: Scene, call: Call, atMs: number): Promise<boolean> {
    if (call.kind === "sell" || call.kind === "wait") return sell(scene, call.sold, atMs);
    if (call.kind === "wake") return wake(scene, call.sold);
    if (call.kind === "adjust") return adjust(scene, call.adjustment);
    if (call.kind === "redeem") return redeem(scene, call.by);
    if (call.kind === "cancel") return cancel(scene, call.by, atMs);
    if (call.kind === "pay") return pay(scene, call.by);
    if (call.kind === "giveBack") return giveBack(scene, call.by);
    if (call.kind === "reprice")
      await repriceSales(sql, [`${scene.name}-${call.sale}`], { author, isDryRun: false, locks: "wait" });
    if (call.kind === "sweep") await sweepExpired({ sql, scans: sql });
    if (call.kind === "edit") await edit(scene.name, scene.zone, call.terms);
    if (call.kind === "catalogue")
      await act(sql, "Edit", "product", scene.outId, { Incentivizable: call.isOutEarning });
    return false;
  }

  async function readHolds({ name, ids }: Scene): Promise<string[]> {
    const rows = await sql<{ text: string }[]>`
      select concat_ws(' ', substr(m.external_id, ${name.length + 2}), c.name, (coalesce(b.balance, 0) * ${one})::bigint,
        (coalesce(b.spendable, 0) * ${one})::bigint, (coalesce(b.maturing, 0) * ${one})::bigint) as text
      from member m join programme p on p.business_id = m.program_business_id join currency c on c.program = p.id
      left join member_balance b on b.member = m.id and b.currency = c.id
      where m.id = any(${[...ids.values()]}::uuid[]) order by m.external_id, c.position`;
    return rows.map(({ text }) => text);
  }

  async function readEntries({ name, ids }: Scene): Promise<string[]> {
    const rows = await sql<{ text: string }[]>`
      select concat_ws(' ', substr(m.external_id, ${name.length + 2}), c.name, e.type, (e.currency_awarded * ${one})::bigint,
        substr(coalesce(s.external_id, r.external_id, replace(o.external_id, ${`${name}-`}, ${`${name}-${repricingOf("")}`}),
          replace(g.external_id, ${`${name}-`}, ${`${name}-${cancellationOf("")}`}), a.create_user_id, y.reference, k.create_user_id), ${name.length + 2})) as text
      from ledger_entry e join member m on m.id = e.member join currency c on c.id = e.currency
      left join ledger_entry x on e.type = 'Expiry' and x.id = e.source_id
      left join sale s on s.id = coalesce(x.source_id, e.source_id)
      left join redemption r on r.id = coalesce(x.source_id, e.source_id)
      left join redemption_item i on i.id = coalesce(x.source_id, e.source_id)
      left join redemption g on g.id = i.redemption
      left join adjustment a on a.id = coalesce(x.source_id, e.source_id)
      left join sale o on o.id = a.sale
      left join payment y on y.id = coalesce(x.source_id, e.source_id)
      left join payment_cancellation k on k.id = coalesce(x.source_id, e.source_id)
      where e.member = any(${[...ids.values()]}::uuid[]) order by m.external_id, c.position, e.sequence`;
    return rows.map(({ text }) => text);
  }

  return {
    sql,
    clock,
    async play(history: History): Promise<Played> {
      const scene = await open(history);
      const refused: boolean[] = [];
      const holds: string[][] = [];
      for (const { atMs, call } of history.events) {
        await clock.set(atMs);
        refused.push(await take(scene, call, atMs));
        holds.push(await readHolds(scene));
      }
      return { refused, holds, entries: await readEntries(scene) };
    },
  };
}
