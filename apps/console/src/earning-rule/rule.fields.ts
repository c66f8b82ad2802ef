import { capPers, type GainKind, periods, type RuleBody, weekdays } from "@rewards/domain";

/** The parts of the form, in their order. */
export const ruleSections = [
  "What it gives",
  "When",
  "Which stores and sales",
  "Which members",
  "Which products",
  "Stamp card",
] as const;
type Section = (typeof ruleSections)[number];

/** How a value of a rule is typed. */
export type RuleField = {
  readonly section: Section;
  readonly label: string;
  readonly note?: string;
  readonly example?: string;
} & (
  | { readonly kind: "text" | "amount" | "integer" | "instant" | "times" | "list" }
  | { readonly kind: "choice" | "choices"; readonly options: readonly string[] }
  /** One of several amounts, each by its own key: `gives.bonus`. */
  | { readonly kind: "one"; readonly of: Readonly<Record<string, string>>; readonly isRequired?: true }
);

type Part<Key extends keyof RuleBody> = NonNullable<RuleBody[Key]>;
type StepKind = Exclude<keyof Part<"every">, "per" | "times">;

/** Where a rule has a value. A new key of a rule is a compile error below until it has a field. */
type Place =
  | Exclude<keyof RuleBody, "where" | "except" | "cap">
  | `where.${keyof Part<"where">}`
  | `except.${keyof Part<"except">}`
  | `cap.${keyof Part<"cap">}`
  | `every.${Exclude<keyof Part<"every">, StepKind>}`;

const gains: Readonly<Record<GainKind, string>> = {
  multiplier: "times the points",
  rate: "points more for 1.00",
  perQuantity: "points for a unit",
  bonus: "points for a sale",
};
const steps: Readonly<Record<StepKind, string>> = { quantity: "units", spend: "spent", visits: "visits" };

/** The fields of the form, by the place of their value. */
export const ruleFields: Readonly<Record<Place, RuleField>> = {
  gives: { section: "What it gives", kind: "one", label: "Gives", of: gains, isRequired: true },
  "cap.points": { section: "What it gives", kind: "amount", label: "At most, points of a member", example: "50" },
  "cap.per": { section: "What it gives", kind: "choice", label: "In each", options: capPers },
  group: {
    section: "What it gives",
    kind: "text",
    label: "Group",
    example: "SEASON",
    note: "Of the rules of a group, only the one that gives most counts.",
  },
  from: { section: "When", kind: "instant", label: "From" },
  to: {
    section: "When",
    kind: "instant",
    label: "To",
    note: "By the programme's clock. Sales at this time do not count.",
  },
  "where.day": { section: "When", kind: "choices", label: "Weekdays", options: weekdays },
  "where.time": {
    section: "When",
    kind: "times",
    label: "Time of day",
    note: "Such as 16:00 to 18:00. To 24:00 is until midnight; 22:00 to 02:00 goes on after it.",
  },
  "where.store": { section: "Which stores and sales", kind: "list", label: "Stores", note: "Store codes, one a line." },
  "where.channel": {
    section: "Which stores and sales",
    kind: "list",
    label: "Channels",
    note: "One a line, such as APP.",
  },
  minimumSpend: { section: "Which stores and sales", kind: "amount", label: "From an amount of", example: "20" },
  minimumQuantity: { section: "Which stores and sales", kind: "amount", label: "From so many units", example: "3" },
  "where.segment": { section: "Which members", kind: "list", label: "Segments", note: "Names, one a line." },
  "where.tier": { section: "Which members", kind: "list", label: "Tiers", note: "Names, one a line." },
  "where.joinedWithinDays": {
    section: "Which members",
    kind: "integer",
    label: "Joined within days",
    example: "30",
  },
  "where.category": { section: "Which products", kind: "list", label: "Only categories", note: "One a line." },
  "where.brand": { section: "Which products", kind: "list", label: "Only brands", note: "One a line." },
  "where.product": {
    section: "Which products",
    kind: "list",
    label: "Only products",
    note: "Product codes, one a line.",
  },
  "except.category": { section: "Which products", kind: "list", label: "Not these categories" },
  "except.brand": { section: "Which products", kind: "list", label: "Not these brands" },
  "except.product": { section: "Which products", kind: "list", label: "Not these products" },
  every: {
    section: "Stamp card",
    kind: "one",
    label: "For every",
    of: steps,
    note: "The points for a sale are given for each full step instead, such as every 10 units.",
  },
  "every.per": { section: "Stamp card", kind: "choice", label: "Begins anew each", options: periods },
  "every.times": { section: "Stamp card", kind: "integer", label: "At most so many times", example: "2" },
};
