import { type Chart, type ChartBar, formatFigure } from "@rewards/lab/report/report";

/*
 * Drawn without a library: for a few bars, everyone who only runs the demo would have to install tens of megabytes more.
 * The chart has an opaque background, so it looks the same on white and on dark pages.
 */
const style = `text{font:12.5px system-ui,"Segoe UI",Roboto,Helvetica,Arial,sans-serif;fill:#1f2937}
.title{font-size:19px;font-weight:700}.own{font-weight:600}.faint{fill:#6b7280;font-weight:400}
.label{text-anchor:end}.range{stroke:#111827;stroke-opacity:.6;fill:none}`;
const colours = { track: "#f1f4f8", product: "#2563eb", peer: "#a3b1c6" } as const;
const padding = 28;
const groupWidth = 464;
const groupGap = 36;
const labelWidth = 134;
/** With room for the value and its note, right of the longest bar. */
const trackWidth = groupWidth - labelWidth - 122;
const barHeight = 16;
const rowHeight = 24;
const headHeight = 62;

/** An SVG of the chart: groups in order, two to a line. `footer` names the machine. */
export function drawChart({ title, subtitle = "", groups }: Chart, footer = ""): string {
  const columns = Math.min(2, groups.length);
  const width = 2 * padding + columns * groupWidth + (columns - 1) * groupGap;
  const groupHeight = Math.max(...groups.map(({ bars }) => bars.length * rowHeight + 46));
  const drawn = groups.map((group, index) => {
    const x = padding + (index % columns) * (groupWidth + groupGap);
    return drawGroup(group, x, padding + headHeight + Math.floor(index / columns) * groupHeight);
  });
  const height = padding + headHeight + Math.ceil(groups.length / columns) * groupHeight + 28;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title><style>${style}</style>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#ffffff" stroke="#d0d7de"/>`,
    drawText(padding, padding + 14, title, "title"),
    drawText(padding, padding + 36, subtitle, "faint"),
    ...drawn,
    drawText(padding, height - 24, footer, "faint"),
    "</svg>\n",
  ].join("\n");
}

function drawGroup({ title, unit, bars }: Chart["groups"][number], x: number, y: number): string {
  const max = Math.max(...bars.map((bar) => bar.high ?? bar.value));
  const scale = (value: number) => round(max > 0 ? (value / max) * trackWidth : 0);
  const rows = bars.map((bar, row) => drawBar(bar, x + labelWidth, y + 22 + row * rowHeight, scale));
  return [drawText(x, y + 8, title, "own", unit), ...rows].join("\n");
}

function drawBar(bar: ChartBar, x: number, y: number, scale: (value: number) => number): string {
  const { label, value, low = value, high = value, note, isPeer = false } = bar;
  const [weight, fill] = isPeer ? ["", colours.peer] : ["own", colours.product];
  // A bar too short to see would look like a missing one.
  const length = Math.max(2, scale(value));
  const [from, to, middle] = [x + scale(low), x + scale(high), y + barHeight / 2];
  const range = `M${from} ${middle - 3}v6M${from} ${middle}H${to}M${to} ${middle - 3}v6`;
  return [
    drawText(x - 10, y + 12, label, `label ${weight}`),
    `<rect x="${x}" y="${y}" width="${trackWidth}" height="${barHeight}" rx="3" fill="${colours.track}"/>`,
    `<rect x="${x}" y="${y}" width="${length}" height="${barHeight}" rx="${Math.min(3, length / 2)}" fill="${fill}"/>`,
    high > low ? `<path class="range" d="${range}"/>` : "",
    drawText(Math.max(x + length, to) + 8, y + 12, formatFigure(value), weight, note),
  ].join("\n");
}

function drawText(x: number, y: number, text: string, name = "", behind = ""): string {
  const fainter = behind && `<tspan dx="8" class="faint">${escapeXml(behind)}</tspan>`;
  return `<text x="${round(x)}" y="${y}" class="${name}">${escapeXml(text)}${fainter}</text>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
