import { createBullBoard } from "@bull-board/api";
import { BullMQAdapter } from "@bull-board/api/bullMQAdapter";
import { HonoAdapter } from "@bull-board/hono";
import { serveStatic } from "@hono/node-server/serve-static";
import { operatorRight, stagedObjects } from "@rewards/domain";
import { type BoardQueue, type BoardQueues, formatJobId } from "@rewards/queue";
import { formatCount } from "@rewards/runtime";
import { Hono } from "hono";
import type { ConsoleApp, ConsoleContext, Viewer } from "../context.ts";
import type { ConsoleDeps } from "../deps.ts";
import { SessionScript } from "../page/layout.tsx";
import { PageError } from "../page/page.error.ts";
import type { TokenCookie } from "../session/session.cookie.ts";
import { admit } from "../session/session.ts";

export const boardPath = "/queues";
const staticPath = `${boardPath}/static/`;

/** The colours of the logo of Redis, which a script of Bull Board adds. The browser's console names the hash of another. */
const logoStyle = "'sha256-r2N1TB/gHbBtBZFKg7ejmq1acVSREzucTAEw6ga4hoU='";

/** Bull Board's own pages have scripts, which come from this origin like everything else. Only under its path. */
const boardPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'self' ${logoStyle}`,
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The names of its files change with their content. */
const staticCache = "private, max-age=86400";

/**
 * Bull Board, to look at jobs. It is read-only: its buttons ask for no right, and leave nothing in the audit. What
 * operators do with queues and records are actions of the console.
 */
export function addBoard(app: ConsoleApp, deps: ConsoleDeps, cookie: TokenCookie): void {
  const { boardQueues } = deps;
  const board = createBoard();
  const show = async (c: ConsoleContext) => {
    const viewer = await admit(c, deps, cookie, operatorRight("list"));
    if (typeof viewer === "string") return c.redirect(viewer, 303);
    // The board's own link to its first page, which it serves without the slash.
    if (c.req.path === `${boardPath}/`) return c.redirect(boardPath, 303);
    if (boardQueues === undefined)
      throw new PageError(503, "The console does not know where the queue is.", "Set QUEUE_URL of the console.");
    const isStatic = c.req.path.startsWith(staticPath);
    if (!isStatic) await board.refresh(boardQueues);
    const answer = await board.fetch(c.req.raw);
    const type = answer.headers.get("content-type") ?? "text/plain";
    c.header("content-security-policy", boardPolicy);
    if (isStatic && answer.ok) c.header("cache-control", staticCache);
    const body = type.startsWith("text/html") ? localPage(await answer.text(), viewer) : await answer.arrayBuffer();
    return c.body(body, answer.status as 200, { "content-type": type });
  };
  app.get(boardPath, show);
  app.get(`${boardPath}/*`, show);
}

function createBoard() {
  const server = new HonoAdapter(serveStatic);
  server.setBasePath(boardPath);
  const { replaceQueues } = createBullBoard({
    queues: [],
    serverAdapter: server,
    options: {
      uiConfig: {
        boardTitle: "Rewards queues",
        miscLinks: [{ text: "Rewards console", url: "/" }],
        hideDocsLink: true,
        locale: { lng: "en" },
        pollingInterval: { forceInterval: 5 },
      },
    },
  });
  const inner = new Hono().route(boardPath, server.registerPlugin());
  const adapters = new WeakMap<BoardQueue["queue"], BoardAdapter>();

  function adapterOf(board: BoardQueue): BoardAdapter {
    const adapter = adapters.get(board.queue) ?? new BoardAdapter(board);
    adapters.set(board.queue, adapter);
    return adapter;
  }

  return {
    /** @throws QueueFaultError within about 1 s if the queue does not answer. */
    refresh: async (queues: BoardQueues) => replaceQueues((await queues.read()).map(adapterOf)),
    fetch: async (request: Request) => inner.fetch(request),
  };
}

/** Without what the policy forbids anyway: fonts of another host, and styles in the page. It ends with the session. */
const localPage = (html: string, { token }: Viewer) =>
  html
    .replace("</head>", `${<SessionScript token={token} />}</head>`)
    .replace(/<link href="https:[^>]*>/g, "")
    .replace(/<style>[^<]*<\/style>/g, "")
    .replace(/ style="[^"]*"/g, "");

type Statuses = Parameters<BullMQAdapter["getJobs"]>[0];

/** The Postgres backend calls the waiting jobs of a paused queue "paused", a state that Bull Board does not know. */
const pausedStatus = "paused" as Statuses[number];

/** A partition of a queue as Bull Board shows it: read-only, with readable names of its jobs. */
class BoardAdapter extends BullMQAdapter {
  readonly #board: BoardQueue;

  constructor(board: BoardQueue) {
    const { name, partition, queue } = board;
    super(queue, {
      readOnlyMode: true,
      externalJobUrl: ({ id }) => ({
        displayText: "Its records",
        href: jobPath(name, formatJobId(partition, String(id))),
      }),
    });
    this.#board = board;
    this.setFormatter("name", (job) => describeJob(name, job));
    this.setFormatter("returnValue", describeReturn);
  }

  override getName() {
    return boardName(this.#board);
  }

  override async getJobCounts() {
    const [counts, { paused = 0 }] = await Promise.all([
      super.getJobCounts(),
      this.#board.queue.getJobCounts("paused" as never),
    ]);
    return { ...counts, waiting: (counts.waiting ?? 0) + paused };
  }

  override getJobs(statuses: Statuses, start?: number, end?: number): ReturnType<BullMQAdapter["getJobs"]> {
    const all = statuses.includes("waiting") ? [...statuses, pausedStatus] : statuses;
    return super.getJobs(all, start, end);
  }
}

/** The name by which Bull Board knows a partition: that of the queue for the first. */
export const boardName = ({ name, partition }: Pick<BoardQueue, "name" | "partition">) =>
  partition === 0 ? name : `${name}-${partition}`;

/** The queues that workers take records from. */
export const queueNames: readonly string[] = stagedObjects.map(({ noun }) => noun);

/** Pages say what is wrong with the queue; a log line for each look would only repeat it. */
export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** The page with the records of a job. */
const jobPath = (queue: string, id: string) => `/queue/${encodeURIComponent(queue)}/jobs/${encodeURIComponent(id)}`;

/** A job's name for people: how many records of which noun. */
export function describeJob(queue: string, job: unknown): string {
  const { data } = job as { data?: { ids?: unknown } };
  const ids = data?.ids;
  const count = Array.isArray(ids) ? ids.length : 0;
  return `${formatCount(count)} ${queue}${count === 1 ? "" : "s"}`;
}

/** What a worker returned for a job, in words: `212 sales, 210 posted, 1 rejected, 1 retried`. */
export function describeReturn(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .map(([name, count]) => `${typeof count === "number" ? formatCount(count) : String(count)} ${name}`)
    .join(", ");
}
