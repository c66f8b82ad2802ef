import { execFile } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import type { IssuedClient } from "./client.issue.ts";

const run = promisify(execFile);

export const dxMcpRepository = "https://github.com/marco-looy/pega-dx-mcp";
/** docs/compatibility.md names this commit too. */
export const dxMcpCommit = "e027b3e1937c8fb605732b0c0465741a3e37cdae";

/** A tool of the MCP server, as that server runs it. */
interface Tool {
  execute(parameters: Record<string, unknown>): Promise<{ content?: { text: string }[]; error?: string }>;
}

export type RunTool = (name: string, parameters: Record<string, unknown>) => Promise<string>;

/**
 * Clones the Pega DX MCP server into a folder, installs its dependencies, and returns its tools. Each call of a tool
 * requests an access token with the client's ID and secret.
 * @throws if git or npm fails, or the repository has no such commit.
 */
export async function fetchDxMcp(repository: string, folder: string, service: IssuedClient): Promise<RunTool> {
  const { url: baseUrl, clientID: clientId, clientSecret } = service;
  await run("git", ["clone", "--quiet", repository, folder]);
  await run("git", ["-C", folder, "checkout", "--quiet", dxMcpCommit]);
  await run("npm", ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder });
  // Silences its log of sessions and tokens; the answer holds a call's outcome.
  console.error = () => undefined;
  return async (name, parameters) => {
    const file = pathToFileURL(join(folder, `src/tools/${name}.js`)).href;
    const [makeTool] = Object.values((await import(file)) as Record<string, new () => Tool>);
    if (!makeTool) throw new Error(`${name} exports no tool`);
    const { content, error } = await new makeTool().execute({
      ...parameters,
      sessionCredentials: { baseUrl, clientId, clientSecret },
    });
    return error ?? content?.map(({ text }) => text).join("\n") ?? "";
  };
}
