import { join } from "node:path";
import { serviceUrlOf } from "@rewards/embedded";
import { send } from "@rewards/lab/client";
import { type Closers, createClosers } from "@rewards/lab/closers";
import { migrate } from "@rewards/lab/database";
import { startProcesses } from "@rewards/lab/process";
import { formatTable } from "@rewards/lab/report/table";
import { makeFolder, openPostgres } from "@rewards/lab/servers";
import { Command } from "commander";
import { type Call, checkAnswer, type Exchange } from "./call.ts";
import { type IssuedClient, issueClient } from "./client.issue.ts";
import { checkText, dxMcpCalls } from "./dx-mcp.calls.ts";
import { dxMcpCommit, dxMcpRepository, fetchDxMcp } from "./dx-mcp.fetch.ts";
import { launchpadCalls } from "./launchpad.calls.ts";
import { tryPegaAuthCalls } from "./pega-auth.calls.ts";
import { fetchPegaAuth, pegaAuthVersion } from "./pega-auth.fetch.ts";
import { reactCalls } from "./react.calls.ts";
import { fillShop, type Shop } from "./shop.ts";

/** The root that the DX MCP server hard-codes. */
const extraRoot = "/prweb/api/application/v2";

interface Chapter {
  readonly client: string;
  readonly exchanges: readonly Exchange[];
}

async function trySent(client: string, service: IssuedClient, calls: readonly Call[]): Promise<Chapter> {
  const exchanges: Exchange[] = [];
  for (const call of calls) {
    const answer = await send(service.url + extraRoot, { ...call, headers: { ...service.headers, ...call.headers } });
    exchanges.push({
      title: call.title,
      received: `${answer.status} ${answer.text}`,
      missing: checkAnswer(call, answer),
    });
  }
  return { client, exchanges };
}

async function tryDxMcp(service: IssuedClient, shop: Shop, repository: string, closers: Closers): Promise<Chapter> {
  const folder = join(await makeFolder("dx-mcp", closers), "server");
  const runTool = await fetchDxMcp(repository, folder, service);
  const exchanges: Exchange[] = [];
  for (const call of dxMcpCalls(shop)) {
    const received = await runTool(call.tool, call.parameters);
    exchanges.push({ title: call.title, received, missing: checkText(call, received) });
  }
  return { client: `Pega DX MCP server (${dxMcpCommit.slice(0, 7)})`, exchanges };
}

async function tryPegaAuth(service: IssuedClient, closers: Closers): Promise<Chapter> {
  const makeAuth = await fetchPegaAuth(await makeFolder("pega-auth", closers));
  return { client: `@pega/auth ${pegaAuthVersion}`, exchanges: await tryPegaAuthCalls(makeAuth, service) };
}

/** Starts the service on temporary data, with credentials required and its API at `extraRoot` too. */
async function startService(closers: Closers): Promise<IssuedClient> {
  const postgres = await openPostgres(closers);
  await migrate(postgres.url);
  const url = serviceUrlOf(postgres.url);
  const client = await issueClient(postgres.url);
  const moreEnv = { AUTH: "required", EXTRA_API_ROOT: extraRoot };
  const { apis, stop } = await startProcesses({}, () => ({
    databaseUrl: url,
    queueUrl: url,
    moreEnv,
    log: () => undefined,
  }));
  closers.add(stop);
  return { ...client, url: apis[0]?.url ?? "" };
}

async function tryAll(repository: string, closers: Closers): Promise<Chapter[]> {
  const service = await startService(closers);
  const shop = await fillShop(service.url + extraRoot, "shop", service.headers);
  return [
    await tryDxMcp(service, shop, repository, closers),
    await tryPegaAuth(service, closers),
    await trySent("n8n's node for Pega Launchpad", service, launchpadCalls(shop)),
    await trySent("Pega's React SDK", service, reactCalls(shop)),
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
