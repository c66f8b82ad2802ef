import {
  canonicalRules,
  compileRules,
  type ProgrammeFile,
  parseRules,
  programmeFile,
  type RuleSet,
} from "@rewards/domain";
import { withSql } from "@rewards/lab/database";
import { applyProgrammes } from "@rewards/operations";

type Campaign = Readonly<Record<string, unknown>> & { readonly id: string; readonly where?: object };

/**
 * The programme of the workload `rules`. Its sales are of a Monday at 09:30: five rules match one on average, and each sale
 * of the channel APP, three of ten, meets the cap.
 */
export const campaigns: readonly Campaign[] = [
  { id: "APP", where: { channel: ["APP"] }, gives: { multiplier: "2" }, cap: { points: "10", per: "day" } },
  { id: "CARD", where: { product: ["P3"] }, gives: { bonus: "100" }, every: { quantity: "10", per: "campaign" } },
  { id: "CATEGORY", where: { category: ["C0"] }, gives: { multiplier: "2" } },
  { id: "BRAND", where: { brand: ["B0"] }, gives: { perQuantity: "3" } },
  { id: "OTHERS", except: { category: ["C0", "C1"] }, gives: { rate: "0.5" } },
  { id: "MORNING", where: { day: ["Mon", "Tue", "Wed"], time: ["08:00", "11:00"] }, gives: { bonus: "5" } },
  { id: "NIGHT", where: { time: ["22:00", "04:00"] }, gives: { bonus: "5" } },
  { id: "OPENING", where: { store: ["S-NEW"] }, gives: { multiplier: "3" } },
  { id: "SPRING", from: "2026-03-01T00:00", to: "2026-06-01T00:00", gives: { multiplier: "1.5" }, group: "SEASON" },
  { id: "BIG", minimumSpend: "50", gives: { bonus: "30" }, group: "SEASON" },
];

/** The same rules for a store that does not exist: none of them ever matches. */
export const unused = campaigns.map((one) => ({ ...one, where: { ...one.where, store: ["NOWHERE"] } }));

const fileOf = (rules: readonly Campaign[]): ProgrammeFile =>
  programmeFile.parse({
    programmes: [{ businessId: "REWARDS", name: "Rewards", currencies: [{ name: "Points" }], earning: { rules } }],
  });

export const compiled = (rules: readonly Campaign[]): RuleSet =>
  compileRules(parseRules(canonicalRules(fileOf(rules).programmes.flatMap(({ earning }) => earning.rules))));

/** Before all sales of the benchmark. */
const inForceFrom = "2026-01-01T00:00:00Z";

/** Prepares a session's database: its programme has these rules. */
export const withRules = (rules: readonly Campaign[]) => (databaseUrl: string) =>
  withSql(
    databaseUrl,
    async (sql) => void (await applyProgrammes(sql, fileOf(rules), { actor: "bench" }, inForceFrom)),
  );
