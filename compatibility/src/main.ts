import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { type Call, checkAnswer, send } from "./call.ts";
import { dxMcpCalls } from "./dx-mcp.calls.ts";
import { dxMcpCommit, dxMcpRepository, fetchDxMcp } from "./dx-mcp.fetch.ts";
import { launchpadCalls } from "./launchpad.calls.ts";
import { reactCalls } from "./react.calls.ts";
import { startTrialService } from "./service.ts";
import { fillShop, type Shop } from "./shop.ts";
import { type Chapter, exchangeOf, formatChapters, toolExchangeOf } from "./transcript.ts";

/** The root that the DX MCP server has built in. */
const extraRoot = "/prweb/api/application/v2";
const marker = "<!-- transcript -->";

interface Options {
  readonly dxMcp: string;
  readonly write?: string;
}

async function trySent(client: string, root: string, calls: readonly Call[]): Promise<Chapter> {
  const exchanges = [];
  for (const call of calls) {
    const answer = await send(root, call);
    exchanges.push(exchangeOf(call, answer, checkAnswer(call, answer)));
  }
  return { client, exchanges };
}

async function tryDxMcp(baseUrl: string, shop: Shop, repository: string): Promise<Chapter> {
  const folder = await mkdtemp(join(tmpdir(), "rewards-dx-mcp-"));
  try {
    const runTool = await fetchDxMcp(repository, folder, { baseUrl, accessToken: "a-direct-access-token" });
    const exchanges = [];
    for (const call of dxMcpCalls(shop))
      exchanges.push(toolExchangeOf(call, await runTool(call.tool, call.parameters)));
    return { client: `Pega DX MCP server (${dxMcpCommit.slice(0, 7)})`, exchanges };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the exit code: 0 where every client found what it needs, else 1. */
async function run({ dxMcp, write }: Options): Promise<number> {
  const service = await startTrialService(process.env, extraRoot);
  try {
    const root = service.url + extraRoot;
    const shop = await fillShop(root, "shop");
    const chapters = [
      await tryDxMcp(service.url, shop, dxMcp),
      await trySent("n8n's node for Pega Launchpad", root, launchpadCalls(shop)),
      await trySent("Pega's React SDK", root, reactCalls(shop)),
    ];
    const text = formatChapters(chapters);
    if (write === undefined) process.stdout.write(`${text}\n`);
    else await writeBelowMarker(write, text);
    const failed = chapters.flatMap(({ exchanges }) => exchanges).filter(({ missing }) => missing.length > 0);
    const all = chapters.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
    process.stderr.write(`${all - failed.length} of ${all} calls got what their client needs.\n`);
    for (const { title, missing } of failed) process.stderr.write(`  ${title}: ${missing.join("; ")}\n`);
    return failed.length === 0 ? 0 : 1;
  } finally {
    await service.stop();
  }
}

/** Keeps what stands above the marker. */
async function writeBelowMarker(file: string, text: string): Promise<void> {
  const [head = ""] = (await readFile(file, "utf8")).split(marker);
  await writeFile(file, `${head}${marker}\n\n${text}\n`);
}

new Command("compatibility")
  .description("Runs clients that were written for the Pega DX API v2 against the service, and prints what they say.")
  .option("--dx-mcp <repository>", "where the Pega DX MCP server is cloned from", dxMcpRepository)
  .option("--write <file>", "puts the transcript into this file, below its marker, instead of printing it")
  .action(async (options: Options) => {
    const code = await run(options);
    // The DX MCP server's sessions have a timer that would keep this process.
    process.exit(code);
  })
  .parseAsync()
  .catch((error: unknown) => {
    process.stderr.write(`compatibility: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
