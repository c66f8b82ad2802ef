import type { PointValue } from "@rewards/domain";
import { formatCount } from "@rewards/runtime";
import type { Child } from "hono/jsx";
import type { Figures } from "./home.figures.ts";
import { Spark } from "./home.spark.tsx";

const percentFormat = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 1 });
const percent = (share: number): string => `${percentFormat.format(share * 100)} %`;

/** `12,345`, without decimals. */
export const formatWhole = (points: number): string => formatCount(Math.round(points));

/** `€46,559 at €0.005`. */
function worthOf(points: number, { amount, currency }: PointValue): string {
  const money = (value: number, decimals: number) =>
    new Intl.NumberFormat("en-US", {
      style: "currency",
      currency,
      maximumFractionDigits: decimals,
      minimumFractionDigits: 0,
    }).format(value);
  return `${money(points * Number(amount), 0)} at ${money(Number(amount), 6)}`;
}

interface ChangeProps {
  /** Undefined if there is nothing to compare with. */
  readonly by: number | undefined;
  /** How the size of the change is written. */
  readonly show: (size: number) => string;
  /** Whether more is better; undefined if it is neither. */
  readonly isGood?: boolean | undefined;
}

/** How a figure differs from that of the period before: an arrow and its size. */
const Change = ({ by, show, isGood }: ChangeProps) => {
  if (by === undefined) return <span class="muted">first period</span>;
  if (Math.abs(by) < 0.0005) return <span class="muted">unchanged</span>;
  const tone = isGood === undefined ? "muted" : by > 0 === isGood ? "up" : "down";
  return (
    <span class={tone}>
      <span aria-hidden="true">{by > 0 ? "▲" : "▼"}</span>
      <span class="hidden">{by > 0 ? "up" : "down"}</span> {show(Math.abs(by))}
    </span>
  );
};

interface TileProps {
  readonly name: string;
  readonly value: string;
  /** What the figure is, in a sentence. */
  readonly says: string;
  /** The colour of its line. */
  readonly tone: string;
  readonly line: readonly number[];
  readonly change: Child;
  readonly note: Child;
}

const Tile = ({ name, value, says, tone, line, change, note }: TileProps) => (
  <div class="card kpi" title={says}>
    <dt>{name}</dt>
    <dd class="value">{value}</dd>
    <dd class="change">{change}</dd>
    <dd class="change muted">{note}</dd>
    <dd class={`spark ${tone}`}>
      <Spark values={line} />
    </dd>
  </div>
);

type Field = "active" | "issued" | "redeemed" | "expired" | "outstanding";

interface TilesProps {
  readonly figures: Figures;
  readonly pointValue: PointValue | undefined;
}

/** The figures of a period, each with its change and a line of its days. */
export const Tiles = ({ figures, pointValue }: TilesProps) => {
  const { now, before, length, steps } = figures;
  const of = (field: Field, isGood?: boolean) => ({
    value: formatWhole(now[field]),
    line: steps.map((one) => one[field]),
    change: (
      <Change
        by={before && before[field] > 0 ? now[field] / before[field] - 1 : undefined}
        show={percent}
        isGood={isGood}
      />
    ),
  });
  const aDay = (sum: number) => `${formatWhole(sum / length)} a day`;
  const share = (part: number) => (now.issued > 0 ? `${percent(part / now.issued)} of issued` : "");
  return (
    <dl class="kpis">
      <Tile
        {...of("active", true)}
        name="Active members"
        says="Members whose balance a sale, a return or a redemption moved in the period, each counted once."
        note={before ? `to the ${length === 365 ? "year" : `${length} days`} before` : ""}
        tone="accent"
      />
      <Tile
        {...of("issued", true)}
        name="Points issued"
        says="Points that sales gave. Returns and adjustments are not taken off."
        note={aDay(now.issued)}
        tone="accent"
      />
      <Tile
        {...of("redeemed", true)}
        name="Points redeemed"
        says="Points that members spent."
        note={aDay(now.redeemed)}
        tone="warn"
      />
      <RateTile figures={figures} />
      <Tile
        {...of("expired")}
        name="Expired (breakage)"
        says="Points that expired before members spent them."
        note={share(now.expired)}
        tone="bad"
      />
      <Tile
        {...of("outstanding")}
        name="Liability"
        says="All points that members hold at the end of the period, and their worth by the programme's value of a point."
        note={pointValue ? worthOf(now.outstanding, pointValue) : "value not set"}
        tone="muted"
      />
    </dl>
  );
};

const RateTile = ({ figures: { now, before, steps } }: Pick<TilesProps, "figures">) => (
  <Tile
    name="Redemption rate"
    value={now.rate === undefined ? "–" : percent(now.rate)}
    says="Points redeemed, of the points issued in the same period."
    line={steps.map(({ issued, redeemed }) => (issued > 0 ? Math.min(redeemed / issued, 1) : 0))}
    change={
      <Change
        by={now.rate !== undefined && before?.rate !== undefined ? now.rate - before.rate : undefined}
        show={(size) => `${percentFormat.format(size * 100)} points`}
        isGood
      />
    }
    note="of the points issued"
    tone="good"
  />
);
