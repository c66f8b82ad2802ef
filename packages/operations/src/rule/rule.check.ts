import { allowScans, type Fragment, isLive, type Sql, type Tx } from "@rewards/db";
import {
  amountOf,
  localMsOf,
  type ProgrammeFile,
  type Rule,
  type RuleWarning,
  segment,
  warnOfRules,
} from "@rewards/domain";
import { refuseCurrencies } from "../programme.apply.ts";
import { planRules } from "../programme.rules.ts";

/**
 * Warnings about the rules of a file, each with its path within the file: what no record has, a rule that can never hold
 * or gives nothing, a running sum that starts anew. It reads the catalogue and the rules that exist, and writes nothing.
 * @throws ProgrammeRefusal for what `applyProgrammes` refuses.
 */
export async function checkRules(sql: Sql, file: ProgrammeFile, nowMs: number): Promise<RuleWarning[]> {
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    await allowScans(tx);
    const warnings: RuleWarning[] = [];
    for (const [index, programme] of file.programmes.entries()) {
      await refuseCurrencies(tx, programme);
      const { stored } = await planRules(tx, programme, nowMs);
      const facts = {
        earning: { ...programme.earning, rate: amountOf(programme.earning.rate) },
        known: new Map(stored.map(({ ruleId, rule }) => [ruleId, { id: ruleId, ...JSON.parse(rule) }])),
        localMs: localMsOf(nowMs, programme.timeZone),
      };
      const found = [
        ...(await warnOfCatalogue(tx, programme.earning.rules)),
        ...warnOfRules(programme.earning.rules, facts),
      ];
      const from = ["programmes", index, "earning", "rules"];
      warnings.push(...found.map(({ path, message }) => ({ path: [...from, ...path], message })));
    }
    return warnings;
  });
}

const kinds = ["category", "brand", "product", "store", "segment"] as const;
type Kind = (typeof kinds)[number];

/** Where a rule names a value that a record may have. */
interface Named {
  readonly kind: Kind;
  readonly value: string;
  readonly path: RuleWarning["path"];
}

const namedIn = ({ where = {}, except = {} }: Rule, index: number): Named[] =>
  Object.entries({ where, except }).flatMap(([side, lists]) =>
    kinds.flatMap((kind) =>
      ((lists as Partial<Record<Kind, string[]>>)[kind] ?? []).map((value, place) => ({
        ...{ kind, value, path: [index, side, kind, place] },
      })),
    ),
  );

/** What no record has, and lists that nothing meets. */
export async function warnOfCatalogue(tx: Tx, rules: readonly Rule[]): Promise<RuleWarning[]> {
  const named = rules.map(namedIn);
  const missing = await findMissing(tx, named.flat());
  const unknown = named.flat().filter(({ kind, value }) => missing[kind].has(value));
  const isUnknown = new Set(unknown.map(({ path: [index] }) => index));
  // What nobody has is the better warning.
  const known = rules.flatMap((rule, index) => (isUnknown.has(index) ? [] : [{ index, ...rule }]));
  return [
    ...unknown.map(({ kind, path }) => ({
      path,
      message: `no ${kind === "store" || kind === "segment" ? kind : "product"} has it`,
    })),
    ...(await findUseless(tx, known)),
  ];
}

/** The values that no record has, by kind. */
async function findMissing(tx: Tx, named: readonly Named[]): Promise<Readonly<Record<Kind, ReadonlySet<string>>>> {
  const missing = async (kind: Kind, known: Fragment) => {
    const values = named.filter((one) => one.kind === kind).map(({ value }) => value);
    if (values.length === 0) return new Set<string>();
    const rows = await tx<{ value: string }[]>`select unnest(${values}::text[]) as value except (${known})`;
    return new Set(rows.map(({ value }) => value));
  };
  return {
    category: await missing("category", tx`select category from product where ${isLive(tx)}`),
    brand: await missing("brand", tx`select brand from product where ${isLive(tx)}`),
    product: await missing("product", tx`select product_code from product where ${isLive(tx)}`),
    store: await missing("store", tx`select store_code from store`),
    segment: await missing(
      "segment",
      tx`select name from segment where status = ${segment.transitions.changeMembers.to}`,
    ),
  };
}

/** Rules whose lists no product, or no store, that earns points meets. */
async function findUseless(tx: Tx, rules: readonly (Rule & { index: number })[]): Promise<RuleWarning[]> {
  const isIn = (column: string, list: string) => tx.unsafe(`coalesce(r.${list} ? p.${column}, true)`);
  const isOut = (column: string, list: string) => tx.unsafe(`not coalesce(r.${list} ? p.${column}, false)`);
  const lists = rules.map(({ index, where = {}, except = {} }) => ({
    ...{ index, category: where.category, brand: where.brand, product: where.product, store: where.store },
    ...{ no_category: except.category, no_brand: except.brand, no_product: except.product },
  }));
  const rows = await tx<{ index: number; has_product: boolean; has_store: boolean }[]>`
    select index, has_product, has_store from (
      select r.index,
        coalesce(r.category, r.brand, r.product, r.no_category, r.no_brand, r.no_product) is null or exists (
          select from product p where p.incentivizable and ${isLive(tx, "p")}
            and ${isIn("category", "category")} and ${isIn("brand", "brand")} and ${isIn("product_code", "product")}
            and ${isOut("category", "no_category")} and ${isOut("brand", "no_brand")} and ${isOut("product_code", "no_product")}
        ) as has_product,
        r.store is null or exists (select from store s where s.is_participating and r.store ? s.store_code) as has_store
      from jsonb_to_recordset(${JSON.stringify(lists)}::text::jsonb) as r(index int, category jsonb, brand jsonb, product jsonb, store jsonb,
        no_category jsonb, no_brand jsonb, no_product jsonb)
    ) r where not (has_product and has_store) order by index`;
  return rows.flatMap(({ index, has_product, has_store }) => [
    ...(has_product ? [] : [{ path: [index], message: "no product that earns points meets its lists" }]),
    ...(has_store ? [] : [{ path: [index, "where", "store"], message: "none of them participates" }]),
  ]);
}
