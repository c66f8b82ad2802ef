import { isGranted, ledgerTotalsByDay, showAmount, viewRight } from "@rewards/domain";
import { type DraftRule, previewLimits, type RulePreview } from "@rewards/operations";
import { formatCount } from "@rewards/runtime";
import type { Child } from "hono/jsx";
import type { Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { formatChange, formatPoints, Time } from "../page/elements.tsx";
import { InputError } from "../page/page.error.ts";
import { type RuleField, ruleFields } from "./rule.fields.ts";

/** Who sees how a programme does may see how it would do. */
const right = viewRight(ledgerTotalsByDay);

/** @throws InputError if the viewer lacks the right, or there is no preview now. AppError 422 for a rule that is refused. */
export async function showPreview(
  { rights }: Viewer,
  { previewRule: run }: Pick<ConsoleDeps, "previewRule">,
  draft: DraftRule,
): Promise<Child> {
  if (!isGranted(rights, right)) throw new InputError(`You need the right ${right} for a preview.`);
  const preview = await run(draft);
  if (preview === "busy") throw new InputError("Another preview is running. Try again in some seconds.");
  if (preview === "late")
    throw new InputError("The preview took too long and was given up. You can save the rule without it.");
  return <Preview preview={preview} ruleId={draft.ruleId} />;
}

/** `Stores, line 2` for `where.store[1]`. */
function sayPlace(path: RulePreview["warnings"][number]["path"]): string {
  const index = path.find((part) => typeof part === "number");
  const name = path.filter((part) => typeof part === "string").join(".");
  const field = (ruleFields as Readonly<Record<string, RuleField | undefined>>)[name];
  return `${field?.label ?? (name || "Rule")}${index === undefined ? "" : `, line ${Number(index) + 1}`}`;
}

const Preview = ({ preview, ruleId }: { readonly preview: RulePreview; readonly ruleId: string }) => {
  const { from, sumsFrom, isCut, sales, changed, points, simulated, leftOut, warnings } = preview;
  const given = preview.rules.find(({ id }) => id === ruleId)?.simulated ?? 0n;
  const share =
    points > 0n ? ` (${formatChange(Math.round((Number(simulated - points) / Number(points)) * 1_000) / 10)} %)` : "";
  const tiles: readonly (readonly [name: string, value: string, detail: string])[] = [
    ["Points of this rule", formatPoints(showAmount(given)), "as if it held all the time"],
    [
      "Change of all points",
      formatChange(showAmount(simulated - points)),
      `of ${formatPoints(showAmount(points))}${share}`,
    ],
    ["Sales with other points", formatCount(changed.sales), `of ${formatCount(sales)}`],
    ["Members with other points", formatCount(changed.members), ""],
  ];
  return (
    <section class="preview" role="status">
      <h2>What it would have given in the last {isCut ? "days" : `${previewLimits.days} days`}</h2>
      <dl class="kpis">
        {tiles.map(([name, value, detail]) => (
          <div class="card kpi">
            <dt>{name}</dt>
            <dd class="value">{value}</dd>
            {detail !== "" && <dd class="change muted">{detail}</dd>}
          </div>
        ))}
      </dl>
      {warnings.map(({ path, message }) => (
        <p class="problem">
          {sayPlace(path)}: {message}.
        </p>
      ))}
      <p class="note">
        Completed sales and returns since <Time at={from} />
        {isCut && `: only the latest ${formatCount(previewLimits.salesMax)} are read`}. By today's products, stores and
        members. Caps, stamp cards and tiers are empty at <Time at={sumsFrom} />.
        {leftOut > 0 && ` Left out: ${formatCount(leftOut)} lines that return goods of other sales.`} Nothing is saved
        yet.
      </p>
    </section>
  );
};
