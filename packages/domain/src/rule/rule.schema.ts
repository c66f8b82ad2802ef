import { z } from "zod";
import { type Amount, amountOf, parseAmount, showAmount } from "../amount.ts";
import { normaliseKey } from "../key.ts";
import { isText, stringLengthMax } from "../schema.ts";
import { periods } from "./rule.period.ts";

const entriesMax = 1_000;
const timesMax = 1_000_000;
const daysMax = 3_650;

const amountForm = "a decimal with at most 4 decimals";

/** What is wrong with an amount; undefined if nothing is. */
type Refusal = (amount: Amount) => string | undefined;

/** A decimal as text or number, kept as `showAmount` writes it. */
function givenAmount(refusalOf: Refusal) {
  return z
    .union([z.string(), z.number()], amountForm)
    .transform((given) => {
      const amount = parseAmount(String(given));
      return amount === undefined ? String(given) : showAmount(amount);
    })
    .superRefine((text, context) => {
      const amount = parseAmount(text);
      const message = amount === undefined ? amountForm : refusalOf(amount);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    });
}

const above0: Refusal = (amount) => (amount > 0n ? undefined : "more than 0");
const upTo =
  (max: Amount): Refusal =>
  (amount) =>
    amount > max ? `at most ${showAmount(max)}` : above0(amount);
const multiplierMax = amountOf("1000");
/** A bonus, and what a unit or 1.00 gives by a step: even 500 such rules leave a balance far below its limit of 10^11. */
const pointsMax = amountOf("1000000");
export const positiveSchema = givenAmount(above0);
const points = givenAmount(upTo(pointsMax));
const multiplier = givenAmount((amount) => {
  if (amount < amountOf("1")) return "1 or more: a return could add points otherwise";
  return amount > multiplierMax ? `at most ${showAmount(multiplierMax)}` : undefined;
});
const rate = givenAmount(upTo(amountOf("10000")));

export const ruleIdForm = "1 to 40 of A to Z, 0 to 9, _ and -, the first neither _ nor -";
export const ruleIdPattern = /^[A-Z0-9][A-Z0-9_-]{0,39}$/;
const id = z.string().regex(ruleIdPattern, ruleIdForm);
const textForm = `1 to ${stringLengthMax} characters, without NUL and lone surrogates`;
const isShort = (text: string) => text.length > 0 && text.length <= stringLengthMax && isText(text);
export const shortTextSchema = z.string().refine(isShort, textForm);
/** In the form in which a record has its business key. */
const key = z.string().overwrite(normaliseKey).refine(isShort, textForm);

function wholeUpTo(max: number) {
  const form = `a whole number of 1 to ${max}`;
  return z.int(form).min(1, form).max(max, form);
}

const listForm = `1 to ${entriesMax} entries`;
const listOf = <Entry extends z.ZodType>(entry: Entry) =>
  // Counted before the entries are parsed: a list that is too long gets one fault, not one for each entry.
  z.array(z.unknown(), listForm).min(1, listForm).max(entriesMax, listForm).pipe(z.array(entry)).optional();

export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"] as const;

const timeForm = "two times such as 08:00; the second may be 24:00";
const time = z
  .tuple(
    [
      z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, timeForm),
      z.string().regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, timeForm),
    ],
    timeForm,
  )
  .refine(([from, to]) => from !== to, "two different times");

const instantForm = "a local time such as 2026-05-01T00:00, of a year from 1900 to 9999";
const instantPattern = /^(?:19|[2-9]\d)\d\d-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/;
/** Whether the calendar has that day: `Date` takes 30 February as 2 March. */
function isInstant(given: string): boolean {
  const ms = instantPattern.test(given) ? Date.parse(`${given}Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(given);
}
const instant = z
  .string(instantForm)
  .refine(isInstant, instantForm)
  .overwrite((given) => given.replace(/(T\d\d:\d\d):00/, "$1"));

const products = { category: listOf(shortTextSchema), brand: listOf(shortTextSchema), product: listOf(key) };
const isOne = (...given: readonly unknown[]) => given.filter((one) => one !== undefined).length === 1;

const whereShape = {
  day: listOf(z.enum(weekdays, weekdays.join(", "))),
  time: time.optional(),
  channel: listOf(shortTextSchema),
  store: listOf(key),
  segment: listOf(shortTextSchema),
  tier: listOf(shortTextSchema),
  joinedWithinDays: wholeUpTo(daysMax).optional(),
  ...products,
};

/** What a rule may give. Each has its measure, its words, and its SQL in the books. */
const gains = {
  multiplier: multiplier.optional(),
  rate: rate.optional(),
  perQuantity: points.optional(),
  bonus: points.optional(),
};
export type GainKind = keyof typeof gains;
export const gainKinds = Object.keys(gains) as GainKind[];

const gainForm = `exactly one of ${gainKinds.join(", ")}`;
const gives = z
  .strictObject(gains, { error: ({ code }) => (code === "invalid_type" ? gainForm : undefined) })
  .refine((given) => isOne(...Object.values(given)), gainForm);

export const capPers = ["sale", ...periods] as const;
const cap = z.strictObject({ points: positiveSchema, per: z.enum(capPers, capPers.join(", ")) });

const every = z
  .strictObject({
    quantity: positiveSchema.optional(),
    spend: positiveSchema.optional(),
    visits: positiveSchema.optional(),
    per: z.enum(periods, periods.join(", ")),
    times: wholeUpTo(timesMax).optional(),
  })
  .refine(({ quantity, spend, visits }) => isOne(quantity, spend, visits), "exactly one of quantity, spend, visits");

const content = z.strictObject({
  id,
  name: z.string().trim().refine(isShort, textForm).optional(),
  from: instant.optional(),
  to: instant.optional(),
  where: z.strictObject(whereShape).optional(),
  except: z.strictObject(products).optional(),
  minimumSpend: positiveSchema.optional(),
  minimumQuantity: positiveSchema.optional(),
  gives,
  cap: cap.optional(),
  every: every.optional(),
  group: id.optional(),
});

/** What the keys of one rule do not allow together. */
function refuseTogether(
  { from, to, gives: gain, cap: limit, every: step, group }: Omit<z.output<typeof content>, "id" | "name">,
  context: z.RefinementCtx,
): void {
  const refuse = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
  if (from !== undefined && to !== undefined && from >= to) refuse("to", "after from");
  if (step && (gain.bonus === undefined || limit || group !== undefined))
    refuse("every", "only with bonus, without cap and group");
  const size = step?.quantity ?? step?.spend;
  if (size && gain.bonus && (parseAmount(gain.bonus) ?? 0n) * amountOf("1") > (parseAmount(size) ?? 0n) * pointsMax)
    refuse("every", `at most ${showAmount(pointsMax)} points for 1 of it`);
}

export const ruleSchema = content.superRefine(refuseTogether);
/** A rule of a programme file: amounts as `showAmount` writes them. */
export type Rule = z.output<typeof ruleSchema>;

/** A rule whose record has its id and name. */
export const ruleBodySchema = content.omit({ id: true, name: true }).superRefine(refuseTogether);
export type RuleBody = z.output<typeof ruleBodySchema>;
