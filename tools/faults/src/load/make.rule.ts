import { earningRule, formatId, segment } from "@rewards/domain";
import type { Random } from "../random.ts";
import { capped, card, ofTier, plain, regulars, ruleIdOf, shopProgramme, shopTiers } from "../servers/shop.rules.ts";
import { actionCall, type Call, createCall, withKey } from "./call.ts";
import type { LoadState } from "./state.ts";

type Body = Readonly<Record<string, unknown>>;

/** Identifies what a call makes of a rule: no two calls of a round make the same. */
export const editKey = (id: string, body: Body): string => `${id} ${JSON.stringify(body)}`;
export const endKey = (id: string): string => `${id} ends`;
export const tiersKey = (tiers: unknown): string => `tiers ${JSON.stringify(tiers)}`;

const publicRule = (id: string) => formatId(earningRule.idPrefix, id);
/** No call of a round has the name of another. Its key prevents a second effect, so that it can be repeated. */
const keyed = (name: string | number, call: Call): Call => withKey(call, `${call.kind}-${name}`);

function editRule({ id, ...body }: { readonly id: string } & Body, n: number, change: Body, more: Body = {}): Call {
  const Rule = { ...body, ...change };
  return keyed(n, actionCall("editRule", editKey(id, Rule), publicRule(ruleIdOf(id)), { Rule, ...more }));
}

/** Another number in each edit: of a rule without a sum, of one that keeps its cap, of a cap, and of a stamp card. */
const editPlain = (n: number, more?: Body): Call => editRule(plain, n, { gives: { perQuantity: String(n) } }, more);
const editRate = (n: number): Call => editRule(capped, n, { gives: { rate: String((100 + n) / 100) } });
const editCap = (n: number): Call => editRule(capped, n, { cap: { ...capped.cap, points: String(30 + n) } });
const editCard = (n: number): Call => editRule(card, n, { gives: { bonus: String(9 + n) } });
const editTier = (n: number): Call => editRule(ofTier, n, { gives: { multiplier: String((150 + n) / 100) } });
const edits: readonly ((n: number) => Call)[] = [editPlain, editTier, editTier, editRate, editRate, editCap, editCard];
/** The shop's rule for P1 gives 2. */
const nextNumber = (state: LoadState) => state.nextNumber() + 3;

/** An edit of the rule for P1, from this time on. */
export const makeEdit = (state: LoadState, InForceFrom?: unknown): Call =>
  editPlain(nextNumber(state), InForceFrom === undefined ? {} : { InForceFrom });

/** A file with other tiers, which an operator applies: it is sent to no API. */
export const makeTiers = ({ tiers: { counts, edits } }: LoadState): Call => {
  const tiers = shopTiers(counts, edits);
  const sent = {
    method: "POST",
    path: "programmes apply",
    content: { tiers },
    isRepeatable: false,
    variant: "",
  } as const;
  return { kind: "tiers", key: tiersKey(tiers), ...sent };
};

function openRule(n: number): Call {
  const [RuleID, Rule] = [`NEW${n}`, { where: { product: ["P2"] }, gives: { bonus: String(n) } }];
  return keyed(n, createCall("rule", editKey(RuleID, Rule), { ProgramBusinessID: shopProgramme, RuleID, Rule }));
}

const endRule = (id: string, publicId: string): Call => keyed(id, actionCall("endRule", endKey(id), publicId));

const changeRegulars = (kind: "join" | "leave", key: string): Call => {
  const content = { MemberExternalIDs: [key] };
  return keyed(key, actionCall(kind, key, formatId(segment.idPrefix, regulars.id), content));
};

/** A rule that was created in the round, with its public ID. */
export interface OpenRule {
  readonly id: string;
  readonly publicId: string;
}

/** What an administrator changes next. @param opened rules that it may end. */
export function makeRuleCall(random: Random, state: LoadState, opened: OpenRule[]): Call {
  const n = nextNumber(state);
  const percent = random.int(1, 100);
  if (percent <= 15) return openRule(n);
  const ending = percent <= 30 ? opened.shift() : undefined;
  if (ending) return endRule(ending.id, ending.publicId);
  const joining = percent <= 50 ? state.joining.shift() : undefined;
  if (joining !== undefined) return changeRegulars("join", joining);
  const leaving = percent <= 70 ? state.leaving.shift() : undefined;
  if (leaving !== undefined) return changeRegulars("leave", leaving);
  return random.pick(edits)(n);
}
