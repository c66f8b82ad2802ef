import { apiRole, consoleRole, workerRole } from "@rewards/operations";
import { expect, test, vi } from "vitest";
import { backends, startStack } from "./support/stack.ts";

const warnLevel = 40;
const waiting = { timeout: 60_000 };
const excess = "the role of DATABASE_URL has more rights than this process needs";

/** The log lines about the role's rights. */
const noticesOf = (lines: readonly string[]) =>
  lines
    .map((line) => JSON.parse(line) as { level: number; msg: string; finding?: string })
    .filter(({ msg }) => msg === excess);

test.each(backends)(
  "every session of API, worker and console has its role, which owns nothing (queue on %s)",
  async (queue) => {
    const stack = await startStack({ queue });
    try {
      const { sql } = stack.database;
      const sessions = () => sql<{ app: string; role: string }[]>`
      select application_name as app, usename as role from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name like 'rewards%'`;
      await stack.startConsole({ AUTH: "none" });
      const ours = ["rewards-api", "rewards-console", "rewards-worker"];
      const apps = queue === "postgres" ? [...ours, "rewards-queue"] : ours;
      await vi.waitFor(async () => {
        const seen = new Set((await sessions()).map(({ app }) => app));
        for (const app of apps) expect(seen).toContain(app);
      }, waiting);
      const isQueue = (app: string) => app === "rewards-queue";
      const roles = [apiRole, workerRole, consoleRole].map(({ name }) => name);
      // The reads of the API have a name of their own, and so has the recovery of the worker.
      const roleOf = (app: string) =>
        app === "rewards-recovery" ? workerRole.name : roles.find((role) => app.startsWith(role.replace("_", "-")));
      const wrong = async () => (await sessions()).filter(({ app, role }) => !isQueue(app) && role !== roleOf(app));
      // The session of a process that has looked at the database before its start may still be there.
      await vi.waitFor(async () => expect(await wrong()).toEqual([]), waiting);
      const all = new Set((await sessions()).map(({ role }) => role));
      expect(all).toEqual(new Set(roles));
      expect(noticesOf(stack.lines)).toEqual([]);
    } finally {
      await stack.stop();
    }
  },
);

test("a process whose role has too many rights says so once, and names the remedy", async () => {
  const stack = await startStack({ apis: 0, workers: 0 });
  try {
    const started = [
      stack.startApi({ DATABASE_URL: stack.ownerUrl }),
      stack.startWorker({ DATABASE_URL: stack.ownerUrl }),
      stack.startConsole({ DATABASE_URL: stack.ownerUrl }),
    ];
    for (const { lines } of await Promise.all(started)) {
      await vi.waitFor(() => expect(noticesOf(lines)).toHaveLength(1), waiting);
      const [notice] = noticesOf(lines);
      expect(notice).toMatchObject({ level: warnLevel });
      expect(notice?.finding).toContain("is a superuser");
      expect(notice?.finding).toContain("docs/run.md#roles");
      expect(lines.join()).not.toContain(new URL(stack.ownerUrl).password);
    }
  } finally {
    await stack.stop();
  }
});
