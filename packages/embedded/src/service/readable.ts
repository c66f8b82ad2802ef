const warnLevel = 40;
const levelNames: Readonly<Record<number, string>> = { 40: "warning", 50: "error", 60: "fatal" };
/** The source and the time of a line are shown elsewhere. */
const passedOver = new Set(["level", "time", "pid", "hostname", "name", "msg", "err", "error"]);
const detailsMax = 6;
const detailLengthMax = 60;
/** Sentences for the operator, which are shown whole. */
const sentences = new Set(["reason", "remedy"]);
const repeatMsMin = 10_000;

/** A log line in readable form; undefined unless it is a warning or an error. */
export function readLogLine(source: string, line: string): string | undefined {
  const event = parseEvent(line);
  // Lines that are no events did not come from the logger: a warning of Node, or why the process could not start.
  if (!event) return line.trim() === "" ? undefined : `[${source}] ${line}`;
  if (event.level < warnLevel) return undefined;
  const level = levelNames[event.level] ?? `level ${event.level}`;
  return `[${source}] ${level}: ${event.message}${event.cause && `: ${event.cause}`}${event.details}`;
}

/** Forwards each kind of line at most once in ten seconds: the lines show that something is wrong, not how often. */
export function limitRepeats(print: (line: string) => void, nowMs = () => performance.now()): (line: string) => void {
  const printedAtMs = new Map<string, number>();
  return (line) => {
    const kind = line.replaceAll(/[\dA-F]+/gi, "#");
    const before = printedAtMs.get(kind);
    if (before !== undefined && nowMs() - before < repeatMsMin) return;
    printedAtMs.set(kind, nowMs());
    print(line);
  };
}

interface LogEvent {
  readonly level: number;
  readonly message: string;
  readonly cause: string;
  readonly details: string;
}

function parseEvent(line: string): LogEvent | undefined {
  if (!line.startsWith("{")) return undefined;
  try {
    const event = JSON.parse(line) as Record<string, unknown>;
    const error = (event["err"] ?? event["error"]) as { message?: unknown; code?: unknown } | undefined;
    return {
      level: Number(event["level"]),
      message: String(event["msg"] ?? ""),
      cause: error ? String(error.message || error.code || "") : "",
      details: describeDetails(event),
    };
  } catch {
    return undefined;
  }
}

function describeDetails(event: Record<string, unknown>): string {
  const details = Object.entries(event)
    .filter(([name]) => !passedOver.has(name))
    .slice(0, detailsMax)
    .map(([name, value]) => {
      const text = typeof value === "string" ? value : JSON.stringify(value);
      const isWhole = sentences.has(name) || text.length <= detailLengthMax;
      return `${name} ${isWhole ? text : `${text.slice(0, detailLengthMax)}…`}`;
    });
  return details.length > 0 ? ` (${details.join(", ")})` : "";
}
