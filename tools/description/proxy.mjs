import { readFile, rm } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import { documentFile, here, node, root, run, start, until } from "./run.mjs";

/** Those that send calls; the rest ends processes and servers, which takes minutes and says nothing of calls. */
const flows = [
  ..."action create client client-views dead-letters error-body error-conflict error-field error-transport".split(" "),
  ..."error-unknown error-view idempotency-key object-action-read object-history object-read".split(" "),
  ..."object-version openapi redemption-reject sale-repeat sale-way view-filter view-get view-ledger".split(" "),
  ..."view-query view-records view-voucher voucher-expire".split(" "),
];
const flowsMsMax = 400_000;
const callsMin = 1_000;
const atOnce = 8;

/**
 * The calls of the flow tests, sent again through Prism: behind it answers what the service had answered. An answer that
 * differs from the description is a violation, and so is a request that does where the service took it.
 */
export async function checkByProxy() {
  const calls = await recordCalls();
  const upstream = await serveAnswers(calls);
  const prism = startPrism(upstream.port);
  try {
    const port = await until("Prism", () => portOf(prism));
    return await Promise.race([sendAll(port, calls), failWith(prism)]);
  } finally {
    await prism.stop();
    upstream.server.close();
    upstream.server.closeAllConnections();
  }
}

/** Prism ends at what it cannot read. */
async function failWith(prism) {
  await prism.ended;
  throw new Error(`Prism ended: ${prism.output().slice(-2_000)}`);
}

async function recordCalls() {
  const file = `${here}out/calls.ndjson`;
  await rm(file, { force: true });
  const files = flows.map((name) => `test/flow/${name}.test.ts`);
  const options = { cwd: root, env: { RECORD_CALLS: file }, msMax: flowsMsMax };
  await run(`${root}node_modules/.bin/vitest`, ["run", ...files], options);
  return readCalls(file);
}

/** One of all that differ by nothing but IDs and numbers. */
async function readCalls(file) {
  const calls = (await readFile(file, "utf8"))
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const plain = (text = "") => text.replaceAll(/[0-9a-f]{32}/g, "").replaceAll(/\d+/g, "0");
  const kindOf = ({ method, target, body, answered }) => `${method} ${plain(target)} ${plain(body)} ${answered.status}`;
  const kinds = [...new Map(calls.map((call) => [kindOf(call), call])).values()];
  if (kinds.length < callsMin) throw new Error(`only ${kinds.length} kinds of calls were recorded`);
  return kinds;
}

/** Answers each request as the call that it names was answered. */
async function serveAnswers(calls) {
  const server = createServer((incoming, outgoing) => {
    incoming.resume().once("end", () => {
      const { status, headers, body } = calls[Number(incoming.headers["x-recorded"])].answered;
      const { "content-length": _, "transfer-encoding": __, connection: ___, ...kept } = headers;
      outgoing.writeHead(status, kept).end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, port: server.address().port };
}

function startPrism(upstreamPort) {
  const script = `${here}node_modules/@stoplight/prism-cli/dist/index.js`;
  const upstream = `http://127.0.0.1:${upstreamPort}`;
  return start(node, [script, "proxy", documentFile, upstream, "--host", "127.0.0.1", "--port", "0"]);
}

function portOf(prism) {
  const [, port] = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(prism.output()) ?? [];
  return port === undefined ? undefined : Number(port);
}

async function sendAll(port, calls) {
  // A connection each: Prism closes idle ones just as they are used again.
  const agent = new Agent({ keepAlive: false });
  const found = new Map();
  let next = 0;
  const sendOn = async () => {
    while (next < calls.length) {
      const index = next++;
      for (const violation of await violationsOf(calls[index], { port, index, agent })) found.set(violation, index);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  agent.destroy();
  if (found.size > 0) throw new Error([...found.keys()].join("\n"));
  return `${calls.length} calls, no violation`;
}

async function violationsOf({ method, target, headers, body, answered }, { port, index, agent }) {
  const { pathname, search } = new URL(target, "http://service");
  const sent = { ...headers, "x-recorded": String(index) };
  const name = `${method} ${target} ${answered.status}`;
  const answer = await send({ method, path: pathname + search, headers: sent, port, agent }, body).catch(
    (cause) => cause,
  );
  if (answer instanceof Error) return [`${name}: ${answer.message}`];
  if (answer.status !== answered.status) return [`${name}: Prism answered ${answer.status} ${answer.text}`];
  const violations = JSON.parse(answer.violations ?? "[]");
  const wasTaken = answered.status < 300;
  return violations
    .filter(({ location }) => wasTaken || location[0] !== "request")
    .map(({ location, message }) => `${name}: ${location.join(".")} ${message}`);
}

function send(options, body) {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", maxHeaderSize: 1_048_576, ...options }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      answer.once("end", () => {
        resolve({ status: answer.statusCode, text, violations: answer.headers["sl-violations"] });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
