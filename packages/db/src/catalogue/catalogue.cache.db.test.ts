import { actions, product, programmeFile, store } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { keyOf, newProduct, newStore } from "../../../../test/src/records.ts";
import { applyProgrammes } from "../../../operations/src/programme.apply.ts";
import { runAction } from "../action/action.run.ts";
import type { Sql } from "../client.ts";
import { insertAll, openTestDatabase } from "../testing/database.ts";
import { createCatalogueCache } from "./catalogue.cache.ts";

const database = await openTestDatabase();
const { sql } = database;

async function run(className: string, name: string, id: string, content?: unknown): Promise<void> {
  const action = actions.find((one) => one.target.class === className && one.name === name);
  if (!action) throw new Error("no such action");
  await runAction(sql, action, { id, content, user: "api" });
}

const read = (cache: ReturnType<typeof createCatalogueCache>, storeCode: string, productCode: string) =>
  cache.read(new Set([storeCode]), new Set([productCode]));

describe("the catalogue", () => {
  test("is read in four statements, and in one if nothing has changed", async () => {
    const recorder = database.openRecorder();
    const cache = createCatalogueCache(recorder.sql);
    const [at, goods] = [newStore(), newProduct(undefined, { Category: "Food", Brand: "Acme" })];
    await insertAll(sql, store, [at]);
    await insertAll(sql, product, [goods]);
    const look = () => read(cache, keyOf(at, "StoreCode"), keyOf(goods, "ProductCode"));
    expect(await recorder.record(look)).toHaveLength(4);
    expect(await recorder.record(look)).toHaveLength(1);
    const facts = { isIncentivizable: true, category: "Food", brand: "Acme" };
    expect((await look()).products).toEqual(new Map([[keyOf(goods, "ProductCode"), facts]]));
  });

  test("misses no code of a batch, however small the cache and however many codes are new", async () => {
    const goods = Array.from({ length: 6 }, () => newProduct());
    await insertAll(sql, product, goods);
    const codes = goods.map((one) => keyOf(one, "ProductCode"));
    const cache = createCatalogueCache(sql, 3);
    await cache.read(new Set(), new Set(codes.slice(0, 3)));
    const { products } = await cache.read(new Set(), new Set([...codes, "unknown-1", "unknown-2", "unknown-3"]));
    expect([...products.keys()].sort()).toEqual([...codes].sort());
  });

  test("shows each change at the next read: created, edited, renamed, deleted, created again", async () => {
    const cache = createCatalogueCache(sql);
    const [at, goods] = [newStore(), newProduct()];
    const [code, productCode] = [keyOf(at, "StoreCode"), keyOf(goods, "ProductCode")];
    const look = async () => {
      const { stores, products } = await read(cache, code, productCode);
      return [stores.get(code)?.isParticipating, products.get(productCode)?.isIncentivizable];
    };
    expect(await look()).toEqual([undefined, undefined]);
    const [storeId = ""] = await insertAll(sql, store, [at]);
    const [productId = ""] = await insertAll(sql, product, [goods]);
    expect(await look()).toEqual([true, true]);
    await run("Store", "Edit", storeId, { IsParticipating: false });
    await run("Product", "Edit", productId, { Incentivizable: false });
    expect(await look()).toEqual([false, false]);
    await run("Store", "Edit", storeId, { StoreCode: `${code}-renamed` });
    await run("Product", "DeleteObject", productId);
    expect(await look()).toEqual([undefined, undefined]);
    await insertAll(sql, product, [newProduct(productCode)]);
    expect(await look()).toEqual([undefined, true]);
  });

  test("shows a programme and its currencies in order once applied; applying them again changes nothing", async () => {
    const cache = createCatalogueCache(sql);
    const programme = (currencies: string[], rate = "2.5") => ({
      programmes: [
        {
          businessId: "GOLD",
          name: "Gold",
          description: "",
          timeZone: "UTC",
          currencies: currencies.map((name) => ({ name, description: "" })),
          earning: { rate, rounding: "half-up" as const, fractionDigits: 2, rules: [] },
          returns: { waitDays: 30, windowDays: 0 },
        },
      ],
    });
    const look = async () => (await cache.read(new Set(), new Set())).programmes.get("GOLD");
    expect(await look()).toBeUndefined();
    expect(await applyProgrammes(sql, programme(["Stars"]), { actor: "ann" })).toEqual([
      { businessId: "GOLD", change: "created" },
    ]);
    expect(await look()).toMatchObject({
      timeZone: "UTC",
      currencies: [{ name: "Stars" }],
      earning: [{ version: 1, inForceFromMs: -Infinity, rate: 25_000n, rounding: "half-up", fractionDigits: 2 }],
    });
    expect(await applyProgrammes(sql, programme(["Stars"]), { actor: "ann" })).toEqual([
      { businessId: "GOLD", change: "unchanged" },
    ]);
    expect(await applyProgrammes(sql, programme(["Stars", "Moons"]), { actor: "ann" })).toEqual([
      { businessId: "GOLD", change: "changed" },
    ]);
    expect((await look())?.currencies.map(({ name }) => name)).toEqual(["Stars", "Moons"]);
    await expect(applyProgrammes(sql, programme(["Moons", "Stars"]), { actor: "ann" })).rejects.toThrow(
      /keep them, in this order/,
    );
  });
});

test("each change of an expiry is a version, which the programme's currency has as long as its points expire", async () => {
  const cache = createCatalogueCache(sql);
  const apply = async (expiry?: { months: number; until: "day" | "month" } | { inactiveMonths: number }) => {
    const currencies = [
      { name: "Coins", description: "" },
      { name: "Notes", description: "", ...(expiry && { expiry }) },
    ];
    const [programme] = programmeFile.parse({
      programmes: [{ businessId: "SILVER", name: "Silver", currencies }],
    }).programmes;
    const [change] = await applyProgrammes(
      sql,
      { programmes: [programme as NonNullable<typeof programme>] },
      { actor: "ann" },
    );
    return change?.change;
  };
  const look = async () => (await cache.read(new Set(), new Set())).programmes.get("SILVER")?.currencies[1]?.expiry;
  const [never, monthly, idle] = [
    { months: null, until: null, inactiveMonths: null },
    { months: 12, until: "month", inactiveMonths: null },
    { months: null, until: null, inactiveMonths: 6 },
  ];
  const [shownNever, shownMonthly, shownIdle] = [never, monthly, idle].map((rule) => ({
    ...rule,
    appliedAtMs: expect.any(Number),
  }));
  expect([await apply(), await look()]).toEqual(["created", undefined]);
  expect(await apply({ months: 12, until: "month" })).toBe("changed");
  expect(await apply({ months: 12, until: "month" })).toBe("unchanged");
  expect(await look()).toEqual({ timeZone: "UTC", versions: [shownNever, shownMonthly] });
  const swept = async () => (await sql`select swept_to from currency where name = 'Notes'`)[0]?.["swept_to"];
  await sql`update currency set swept_to = now() where name = 'Notes'`;
  expect(await apply({ inactiveMonths: 6 })).toBe("changed");
  expect([await look(), await swept()]).toEqual([
    { timeZone: "UTC", versions: [shownNever, shownMonthly, shownIdle] },
    expect.any(Date),
  ]);
  // Awards that inactivity kept are older than the sweep's mark.
  expect(await apply({ months: 12, until: "month" })).toBe("changed");
  expect(await swept()).toBeNull();
  expect([await apply(), await look()]).toEqual(["changed", undefined]);
  const versions = await sql`
    select v.version from expiry_version v join currency c on c.id = v.currency where c.name = 'Notes' order by v.version`;
  expect(versions.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
  await expect(sql`delete from expiry_version`).rejects.toThrow("entries of expiry_version are never changed");
});

/** The same client, but it delays the answers to queries of one table after the database gave them. */
function holdAnswers(client: Sql, table: string) {
  let release: () => void = () => {};
  let answered: () => void = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  const isAnswered = new Promise<void>((resolve) => (answered = resolve));
  let isFirst = true;
  const sqlHeld = new Proxy(client, {
    apply(target, self, parameters: [TemplateStringsArray, ...unknown[]]) {
      const query = Reflect.apply(target as never, self, parameters) as Promise<unknown>;
      if (!isFirst || !parameters[0].raw?.join("").includes(`from ${table} `)) return query;
      isFirst = false;
      return query.then(async (rows) => {
        answered();
        await held;
        return rows;
      });
    },
  });
  return { sql: sqlHeld, isAnswered, release: () => release() };
}

test("rows read before a change are not cached under the version after it, when two stages share the cache", async () => {
  const hold = holdAnswers(sql, "product");
  const cache = createCatalogueCache(hold.sql);
  const goods = newProduct();
  const code = keyOf(goods, "ProductCode");
  await cache.read(new Set(), new Set());
  const slow = cache.read(new Set(), new Set([code]));
  await hold.isAnswered;
  await insertAll(sql, product, [goods]);
  // Meanwhile another stage reads, and moves the cache to the new version.
  await cache.read(new Set(), new Set());
  hold.release();
  await slow;
  expect((await cache.read(new Set(), new Set([code]))).products.get(code)).toBeDefined();
});
