import { partsText } from "@rewards/domain";
import { unitsOf } from "./expect.ts";
import type { Played } from "./play.ts";
import type { Campaigned } from "./run/campaigns.ts";
import { type Cell, formatTable, indented } from "./table.ts";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/** Each receipt of the cast with its points, and below it why, in the words of `rewards sale`. */
export const describeCampaigns = ({ campaigned }: Pick<Played, "campaigned">, width: number): string[] =>
  campaigned.flatMap(({ key, name, balance, tier, receipts }, index) => [
    ...(index === 0 ? [] : [""]),
    ...indented(`${key}, ${name}, has ${balance} points and ${tier === null ? "no tier" : `the tier ${tier}`}`, width),
    ...formatTable(["Receipt", "Points", "Why"], receipts.flatMap(rowsOf), width),
  ]);

function rowsOf({ bought, sale }: Campaigned["receipts"][number]): Cell[][] {
  const { externalId, soldAt, entries, explanation } = sale;
  const points = entries.reduce((sum, { amount }) => sum + unitsOf(amount), 0n);
  const day = weekdays[new Date(soldAt).getUTCDay()];
  const returns = entries.flatMap(({ why }) => why.returns ?? []);
  const reasons =
    returns.length > 0
      ? returns.map((one) => `takes back points${partsText(one)}`)
      : explanation.sums.map((text) => text.replace(/^Sale: /, ""));
  return [
    [externalId, points, `${day} ${soldAt.slice(0, 16).replace("T", " ")}: ${bought}`],
    ...reasons.map((text) => ["", "", text]),
  ];
}
