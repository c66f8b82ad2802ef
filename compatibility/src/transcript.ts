import type { Answer, Call } from "./call.ts";
import type { ToolCall } from "./dx-mcp.calls.ts";

/** One call of a client, as it is shown: what went out, what came back, and what was missing in it. */
export interface Exchange {
  readonly title: string;
  readonly sent: string;
  readonly received: string;
  readonly missing: readonly string[];
}

export interface Chapter {
  readonly client: string;
  readonly exchanges: readonly Exchange[];
}

const linesMax = 24;

export function exchangeOf(call: Call, answer: Answer, missing: readonly string[]): Exchange {
  const headers = Object.entries(call.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const body = call.body === undefined ? [] : ["", JSON.stringify(call.body)];
  const etag = answer.etag === null ? [] : [`etag: ${answer.etag}`];
  return {
    title: call.title,
    sent: [`${call.method} ${call.path}`, ...headers, ...body].join("\n"),
    received: shorten([`${answer.status}`, ...etag, "", JSON.stringify(answer.body, null, 1)].join("\n")),
    missing,
  };
}

export function toolExchangeOf({ title, tool, parameters, shows }: ToolCall, text: string): Exchange {
  return {
    title,
    sent: `${tool} ${JSON.stringify(parameters)}`,
    received: shorten(withoutSession(text)),
    missing: shows.filter((expected) => !text.includes(expected)).map((expected) => `it does not show ${expected}`),
  };
}

/** The server's own notes about its session say nothing of the service. */
function withoutSession(text: string): string {
  return text
    .replace(/### 🔐 Session Information\n(?:.*\n)*?\n(?=#)/u, "")
    .replace(/\*(?:Operation completed|Error occurred) at: .*\*\n*/g, "")
    .replaceAll("```", "'''")
    .trim();
}

function shorten(text: string): string {
  const lines = text.split("\n");
  return lines.length <= linesMax
    ? text
    : [...lines.slice(0, linesMax), `… ${lines.length - linesMax} more lines`].join("\n");
}

/** As Markdown: a chapter a client, an exchange each with what was sent and what came. */
export function formatChapters(chapters: readonly Chapter[]): string {
  return chapters
    .map(({ client, exchanges }) => [`## ${client}`, ...exchanges.map(formatExchange)].join("\n\n"))
    .join("\n\n");
}

function formatExchange({ title, sent, received, missing }: Exchange): string {
  const verdict = missing.length === 0 ? "" : `\n\n**Not as the client needs it:** ${missing.join("; ")}`;
  return `### ${title}\n\n\`\`\`text\n${sent}\n\`\`\`\n\n\`\`\`text\n${received}\n\`\`\`${verdict}`;
}
