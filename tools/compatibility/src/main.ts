import { join } from "node:path";
import { type Closers, createClosers } from "@rewards/lab/closers";
import { formatTable } from "@rewards/lab/report/table";
import { makeFolder } from "@rewards/lab/servers";
import { Command } from "commander";
import { type Exchange, sendCalls } from "./call.ts";
import { dxMcpCommit, dxMcpRepository, tryDxMcp } from "./dx-mcp.ts";
import { launchpadCalls } from "./launchpad.calls.ts";
import { pegaAuthVersion, tryPegaAuth } from "./pega-auth.ts";
import { reactCalls } from "./react.calls.ts";
import { extraRoot, startService } from "./service.ts";
import { fillShop } from "./shop.ts";

interface Chapter {
  readonly client: string;
  readonly exchanges: readonly Exchange[];
}

async function tryAll(repository: string, closers: Closers): Promise<Chapter[]> {
  const service = await startService(closers);
  const { url, headers } = service;
  const shop = await fillShop(url + extraRoot, "shop", headers);
  const dxMcpFolder = join(await makeFolder("dx-mcp", closers), "server");
  const pegaAuthFolder = await makeFolder("pega-auth", closers);
  return [
    {
      client: `Pega DX MCP server (${dxMcpCommit.slice(0, 7)})`,
      exchanges: await tryDxMcp(repository, dxMcpFolder, service, shop),
    },
    { client: `@pega/auth ${pegaAuthVersion}`, exchanges: await tryPegaAuth(pegaAuthFolder, service) },
    {
      client: "n8n's node for Pega Launchpad",
      exchanges: await sendCalls(url + extraRoot, headers, launchpadCalls(shop)),
    },
    { client: "Pega's React SDK", exchanges: await sendCalls(url + extraRoot, headers, reactCalls(shop)) },
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
