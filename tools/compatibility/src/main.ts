import { join } from "node:path";
import { serviceUrlOf } from "@rewards/embedded";
import { send } from "@rewards/lab/client";
import { type Closers, createClosers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { startProcesses } from "@rewards/lab/process";
import { formatTable } from "@rewards/lab/report/table";
import { makeFolder, openPostgres } from "@rewards/lab/servers";
import { Command } from "commander";
import { type Call, checkAnswer } from "./call.ts";
import { checkText, dxMcpCalls } from "./dx-mcp.calls.ts";
import { dxMcpCommit, dxMcpRepository, fetchDxMcp } from "./dx-mcp.fetch.ts";
import { launchpadCalls } from "./launchpad.calls.ts";
import { reactCalls } from "./react.calls.ts";
import { fillShop, type Shop } from "./shop.ts";

/** The root that the DX MCP server hard-codes. */
const extraRoot = "/prweb/api/application/v2";

/** A client's call: the answer, and what the client misses in it. */
interface Exchange {
  readonly title: string;
  readonly received: string;
  readonly missing: readonly string[];
}

interface Chapter {
  readonly client: string;
  readonly exchanges: readonly Exchange[];
}

async function trySent(client: string, root: string, calls: readonly Call[]): Promise<Chapter> {
  const exchanges: Exchange[] = [];
  for (const call of calls) {
    const answer = await send(root, call);
    exchanges.push({
      title: call.title,
      received: `${answer.status} ${answer.text}`,
      missing: checkAnswer(call, answer),
    });
  }
  return { client, exchanges };
}

async function tryDxMcp(baseUrl: string, shop: Shop, repository: string, closers: Closers): Promise<Chapter> {
  const folder = join(await makeFolder("dx-mcp", closers), "server");
  const runTool = await fetchDxMcp(repository, folder, { baseUrl, accessToken: "a-direct-access-token" });
  const exchanges: Exchange[] = [];
  for (const call of dxMcpCalls(shop)) {
    const received = await runTool(call.tool, call.parameters);
    exchanges.push({ title: call.title, received, missing: checkText(call, received) });
  }
  return { client: `Pega DX MCP server (${dxMcpCommit.slice(0, 7)})`, exchanges };
}

/** Starts the service on temporary data, with its API at `extraRoot` too. */
async function startService(closers: Closers): Promise<string> {
  const postgres = await openPostgres(closers);
  await migrate(postgres.url);
  const url = serviceUrlOf(postgres.url);
  const moreEnv = { EXTRA_API_ROOT: extraRoot };
  const { apis, stop } = await startProcesses({}, () => ({
    databaseUrl: url,
    queueUrl: url,
    moreEnv,
    log: () => undefined,
  }));
  closers.add(stop);
  return apis[0]?.url ?? "";
}

async function tryAll(repository: string, closers: Closers): Promise<Chapter[]> {
  const url = await startService(closers);
  const root = url + extraRoot;
  const shop = await fillShop(root, "shop");
  return [
    await tryDxMcp(url, shop, repository, closers),
    await trySent("n8n's node for Pega Launchpad", root, launchpadCalls(shop)),
    await trySent("Pega's React SDK", root, reactCalls(shop)),
  ];
}

/** @returns the exit code: 0 if every client found what it needs, else 1. */
function report(chapters: readonly Chapter[]): number {
  const all = chapters.flatMap(({ exchanges }) => exchanges);
  const failed = all.filter(({ missing }) => missing.length > 0);
  const lines = chapters.flatMap(({ client, exchanges }) => [
    ...formatTable({
      title: client,
      columns: ["Call", "Got what the client needs"],
      rows: exchanges.map(({ title, missing }) => [title, missing.length === 0 ? "yes" : "NO"]),
    }),
    "",
  ]);
  const causes = failed.map(({ title, missing, received }) => `${title}: ${missing.join("; ")}\n${received}\n`);
  const sum = `${all.length - failed.length} of ${all.length} calls got what their client needs.`;
  process.stdout.write(`${[...lines, ...causes, sum].join("\n")}\n`);
  return failed.length === 0 ? 0 : 1;
}

new Command("compatibility")
  .description("Runs clients that were written for the Pega DX API v2 against the service, and shows what they got.")
  .option("--dx-mcp <repository>", "repository of the Pega DX MCP server", dxMcpRepository)
  .action(async ({ dxMcp }: { dxMcp: string }) => {
    const closers = createClosers();
    const chapters = await tryAll(dxMcp, closers).finally(closers.close);
    // A session timer of the DX MCP server would keep this process alive.
    process.exit(report(chapters));
  })
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`compatibility: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  });
