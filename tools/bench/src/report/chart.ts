import { formatFigure } from "@rewards/lab/report/number";
import type { Chart, ChartBar } from "@rewards/lab/report/report";

/*
 * Drawn without a library: for a few bars, everyone who only runs the demo would have to install tens of megabytes more.
 * The chart has an opaque background, so it looks the same on white and on dark pages.
 */
const colours = {
  ground: "#ffffff",
  border: "#d0d7de",
  text: "#1f2937",
  faint: "#6b7280",
  track: "#f1f4f8",
  product: "#2563eb",
  peer: "#a3b1c6",
  range: "#111827",
} as const;

const font = "system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const padding = 28;
const groupWidth = 464;
const groupGap = 36;
const labelWidth = 134;
/** Room for the value and its note, right of the longest bar. */
const valueWidth = 122;
const trackWidth = groupWidth - labelWidth - valueWidth;
const barHeight = 16;
const rowHeight = 24;
const groupTitleHeight = 26;
const groupBottom = 20;
const headHeight = 44;
const lineHeight = 18;

type Group = Chart["groups"][number];

/** An SVG of the chart: groups in order, two to a line. `footer` names the machine. */
export function drawChart({ title, subtitle, groups }: Chart, footer = ""): string {
  const columns = Math.min(2, groups.length);
  const width = 2 * padding + columns * groupWidth + (columns - 1) * groupGap;
  const parts = [drawText(padding, padding + 14, title, { size: 19, weight: 700 })];
  if (subtitle) parts.push(drawText(padding, padding + 36, subtitle, { size: 12.5, fill: colours.faint }));
  let y = padding + headHeight + (subtitle ? lineHeight : 0);
  for (let first = 0; first < groups.length; first += columns) {
    const line = groups.slice(first, first + columns);
    parts.push(...line.map((group, column) => drawGroup(group, padding + column * (groupWidth + groupGap), y)));
    y += Math.max(...line.map(({ bars }) => groupTitleHeight + bars.length * rowHeight + groupBottom));
  }
  if (footer) parts.push(drawText(padding, y + 4, footer, { size: 11, fill: colours.faint }));
  const height = y + (footer ? lineHeight : 0) + padding / 2 - 4;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${font}">`,
    `<title>${escapeXml(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="${colours.ground}" stroke="${colours.border}"/>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function drawGroup({ title, unit, bars }: Group, x: number, y: number): string {
  const max = Math.max(...bars.map((bar) => bar.high ?? bar.value));
  const scale = (value: number) => (max > 0 ? (value / max) * trackWidth : 0);
  const behind = drawBehind(unit, { gap: 8, size: 12 });
  const rows = bars.map((bar, row) => drawBar(bar, x, y + groupTitleHeight - 4 + row * rowHeight, scale));
  return [drawText(x, y + 8, title, { size: 13.5, weight: 600, behind }), ...rows].join("\n");
}

function drawBar(bar: ChartBar, x: number, y: number, scale: (value: number) => number): string {
  const { label, value, low = value, high = value, note, isPeer = false } = bar;
  const start = x + labelWidth;
  const baseline = y + barHeight - 4;
  const fill = isPeer ? colours.peer : colours.product;
  const style = { size: 12.5, weight: isPeer ? 400 : 600 };
  // A bar too short to see would look like a missing one.
  const length = Math.max(2, scale(value));
  const end = start + Math.max(length, scale(high));
  const behind = note ? drawBehind(note, { gap: 7, size: 11.5 }) : "";
  return [
    drawText(start - 10, baseline, label, { ...style, anchor: "end" }),
    `<rect x="${start}" y="${y}" width="${trackWidth}" height="${barHeight}" rx="3" fill="${colours.track}"/>`,
    `<rect x="${start}" y="${y}" width="${round(length)}" height="${barHeight}" rx="${Math.min(3, round(length / 2))}" fill="${fill}"/>`,
    high > low ? drawRange(start + scale(low), start + scale(high), y + barHeight / 2) : "",
    drawText(end + 8, baseline, formatFigure(value), { ...style, behind }),
  ].join("\n");
}

function drawRange(from: number, to: number, y: number): string {
  const [a, b] = [round(from), round(to)];
  return `<path d="M${a} ${y - 3}V${y + 3}M${a} ${y}H${b}M${b} ${y - 3}V${y + 3}" stroke="${colours.range}" stroke-opacity="0.6" fill="none"/>`;
}

interface TextStyle {
  readonly size: number;
  readonly weight?: number;
  readonly fill?: string;
  readonly anchor?: "start" | "end";
  /** Drawn by `drawBehind`. */
  readonly behind?: string;
}

function drawText(x: number, y: number, text: string, style: TextStyle): string {
  const { size, weight = 400, fill = colours.text, anchor = "start", behind = "" } = style;
  return `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(text)}${behind}</text>`;
}

/** Fainter text after another one. */
const drawBehind = (text: string, { gap, size }: { readonly gap: number; readonly size: number }) =>
  `<tspan dx="${gap}" font-size="${size}" font-weight="400" fill="${colours.faint}">${escapeXml(text)}</tspan>`;

const round = (value: number) => Math.round(value * 10) / 10;

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
