import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { chromium } from "playwright-core";
import { clientProject } from "./package.mjs";
import { root, start, until } from "./run.mjs";

const demoMsMax = 180_000;
const stopMsMax = 60_000;
const types = { ".js": "text/javascript", ".mjs": "text/javascript", ".html": "text/html" };

/** The demo's service with the demo's data, in a folder that goes with it. */
export async function startDemo(env) {
  const folder = await mkdtemp(join(tmpdir(), "rewards-description-"));
  // Postgres runs as a user of its own where this one is root.
  await chmod(folder, 0o755);
  const demo = start(process.execPath, [`${root}apps/demo/dist/main.js`, "--sales", "300"], {
    cwd: root,
    env: { DATA_DIR: folder, PORT: "0", ...env },
  });
  const stop = async () => {
    await demo.end(stopMsMax);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const url = await until("the demo", () => /Pages +(http:\S+)\/reference/.exec(demo.output())?.[1], demoMsMax);
    return { url, stop };
  } catch (error) {
    await stop();
    throw new Error(`${error.message}\n${demo.output().slice(-2_000)}`);
  }
}

/** Serves a page, the packed client that it loads, and what stands at `/dx/` of another origin, as a proxy would. */
export async function servePage(html) {
  let upstream = "";
  const server = createServer(async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url, "http://page");
    if (pathname.includes("/dx/")) return forward(upstream, incoming, outgoing);
    try {
      const body = pathname === "/" ? html : await readFile(join(clientProject, pathname));
      outgoing.writeHead(200, { "content-type": types[extname(pathname) || ".html"] }).end(body);
    } catch {
      outgoing.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    forwardTo(base) {
      upstream = base;
    },
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(upstream, incoming, outgoing) {
  const { method, headers, url } = incoming;
  const { host: _, origin: __, ...kept } = headers;
  const sent = request(upstream + url, { method, headers: kept }, (answer) => {
    outgoing.writeHead(answer.statusCode, answer.headers);
    answer.pipe(outgoing);
  });
  sent.once("error", () => outgoing.destroy());
  incoming.pipe(sent);
}

/** @throws where the machine has no Chromium on its PATH. */
export async function openBrowser() {
  const names = ["chromium", "chromium-browser", "google-chrome"];
  const found = (process.env.PATH ?? "").split(":").flatMap((folder) => names.map((name) => join(folder, name)));
  for (const executablePath of found) {
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] }).catch((cause) => {
      if (!/doesn't exist/.test(cause.message)) throw cause;
    });
    if (browser) return browser;
  }
  throw new Error(`No browser found: put one of ${names.join(", ")} on the PATH (Debian: apt-get install chromium).`);
}
