import type { Season } from "@rewards/lab/replay/campaign";
import { regulars } from "../servers/shop.rules.ts";
import { clubOf } from "../servers/shop.ts";
import type { EntryRow, Facts, SaleRow, VersionRow } from "./facts.ts";

/** Whether a version is in force for sales of this time. */
export const isInForce = ({ since }: VersionRow, sold: Date): boolean => since === null || since <= sold;

export const isOfSegment = ({ where }: VersionRow["rules"][number]): boolean => where?.segment !== undefined;

/** The rules of a version that count for sales of this time. */
export const rulesAt = ({ rules }: VersionRow, sold: Date): VersionRow["rules"] =>
  rules.filter(({ to }) => to === undefined || sold < new Date(`${to}Z`));

/**
 * The rules by which a sale earns: of the version that its entry names, which `checkNamed` judges, or else of the last one
 * in force. The segment counts if the entry says so.
 * @param posted the entries of the sale.
 * @returns undefined for members of clubs, which have no rules.
 */
export function seasonOf(
  { sold, member }: SaleRow,
  { versions }: Facts,
  posted: readonly EntryRow[],
): Season | undefined {
  if (clubOf(member) !== undefined) return undefined;
  const entry = posted.find(({ type }) => type === "Sale");
  const version = entry
    ? versions.find((one) => one.version === entry.version)
    : versions.findLast((one) => isInForce(one, sold));
  if (!version) return undefined;
  const campaigns = rulesAt(version, sold);
  const named = campaigns.filter(isOfSegment).some(({ id }) => entry?.why.rules?.some((rule) => rule.id === id));
  const levels = version.tiers?.levels ?? [];
  return { campaigns, segments: named ? [regulars.key] : [], date: sold.toISOString().slice(0, 10), levels };
}
