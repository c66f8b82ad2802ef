import { Table } from "../page/elements.tsx";
import type { Day, Figures } from "./home.figures.ts";
import { sayDay, sayFullDay } from "./home.period.ts";
import { formatWhole } from "./home.tiles.tsx";

const [width, height] = [1_000, 200];
const compact = new Intl.NumberFormat("en-US", { notation: "compact" });

const roundFactors = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8];

/** The least round number that is not below this one: its half is round too. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  return (roundFactors.find((factor) => factor * power >= value) ?? 10) * power;
}

/** What was issued and redeemed, by day or, of a year, by week: bars, and the numbers as a table. */
export const Chart = ({ figures: { steps: shown, step } }: { readonly figures: Figures }) => {
  const top = roundUp(Math.max(...shown.map(({ issued, redeemed }) => Math.max(issued, redeemed))));
  const title = `Issued and redeemed, by ${step}`;
  return (
    <section class="card" aria-labelledby="issued">
      <h2 id="issued">{title}</h2>
      <p class="legend">
        <span class="key accent">Issued</span>
        <span class="key warn">Redeemed</span>
      </p>
      <div class="bars">
        <ol class="scale" aria-hidden="true">
          {[top, top / 2, 0].map((value) => (
            <li>{compact.format(value)}</li>
          ))}
        </ol>
        <Bars days={shown} top={top} title={title} />
        <Ends days={shown} />
      </div>
      <details>
        <summary>As a table</summary>
        <Table
          caption={`${title}, the latest first`}
          head={[step === "week" ? "Week from" : "Day", "Issued", "Redeemed", "Outstanding"]}
          numbers={[1, 2, 3]}
          rows={shown
            .map((one) => [one.day, ...[one.issued, one.redeemed, one.outstanding].map(formatWhole)])
            .reverse()}
        />
      </details>
    </section>
  );
};

const Ends = ({ days }: { readonly days: readonly Day[] }) => (
  <ol class="ends" aria-hidden="true">
    {[0, Math.floor((days.length - 1) / 2), days.length - 1].map((index) => (
      <li>{sayDay(days[index]?.day ?? "")}</li>
    ))}
  </ol>
);

interface BarsProps {
  readonly days: readonly Day[];
  readonly top: number;
  readonly title: string;
}

/** Each day has a field of the whole height, so that its numbers show wherever the mouse is above it. */
const Bars = ({ days, top, title }: BarsProps) => {
  const wide = width / days.length;
  const bar = (value: number) => Math.max(0, (value / top) * height);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={title}>
      {[0, height / 2, height].map((y) => (
        <line class="grid" x1="0" x2={width} y1={y} y2={y} vector-effect="non-scaling-stroke" />
      ))}
      {days.map(({ day, issued, redeemed }, index) => {
        const at = (share: number) => ((index + share) * wide).toFixed(1);
        return (
          <g class="day">
            <title>{`${sayFullDay(day)}: ${formatWhole(issued)} issued, ${formatWhole(redeemed)} redeemed`}</title>
            <rect class="field" x={at(0)} y="0" width={wide.toFixed(1)} height={height} />
            <Bar tone="accent" x={at(0.14)} width={wide * 0.36} height={bar(issued)} />
            <Bar tone="warn" x={at(0.54)} width={wide * 0.32} height={bar(redeemed)} />
          </g>
        );
      })}
    </svg>
  );
};

interface BarProps {
  readonly tone: string;
  readonly x: string;
  readonly width: number;
  readonly height: number;
}

const Bar = ({ tone, x, width: wide, height: high }: BarProps) => (
  <rect class={tone} x={x} y={(height - high).toFixed(1)} width={wide.toFixed(1)} height={high.toFixed(1)} />
);
