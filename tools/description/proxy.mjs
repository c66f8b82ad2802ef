import { request } from "node:http";
import { text } from "node:stream/consumers";
import { findFreePort } from "../../packages/embedded/dist/index.js";
import { recordCalls } from "./flows.mjs";
import { documentFile, failAtEnd, here, node, serve, start, waitFor } from "./run.mjs";

const atOnce = 8;
const callMsMax = 30_000;
/** A recorded answer has these headers of its connection; `fetch` has already decompressed the body. */
const connectionHeaders = ["connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding"];

/**
 * Sends the calls of the flow tests again through Prism, in front of a server that replays the service's answers. An
 * answer that differs from the description is a violation. So is a request that differs, if the service accepted it.
 *
 * Prism silently accepts anything for a schema that it cannot compile. So one call of each operation and status is sent
 * again, broken, and Prism must find the error.
 */
export async function checkByProxy() {
  const calls = await recordCalls();
  const controls = breakEach(calls);
  const { prism, port } = await startPrism(await serveAnswers([...calls, ...controls]));
  return Promise.race([sendAll(port, calls, controls), failAtEnd(prism)]);
}

/** One call of each operation and status, with bodies that violate the description. */
function breakEach(calls) {
  const nameOf = ({ method, target, answered }) => `${method} ${pathOf(target)} ${answered.status}`;
  const withBody = calls.filter(({ answered }) => answered.body !== "");
  const one = new Map(withBody.map((call) => [nameOf(call).replaceAll(/[0-9a-f]{32}/g, ""), call]));
  return [...one.values()].map((call) => ({
    ...call,
    ...(call.body && { body: "[]" }),
    answered: { ...call.answered, body: '"broken"' },
  }));
}

/** Answers each request with the recorded answer of the call that it names. */
function serveAnswers(calls) {
  return serve(async (incoming, outgoing) => {
    const { body: sent, answered } = calls[Number(incoming.headers["x-recorded"])];
    // Prism announces a body of `null` or `0` and does not send it. Read any other body first: Prism fails if it cannot
    // send all of it.
    if (sent && JSON.parse(sent)) await text(incoming);
    const kept = Object.entries(answered.headers).filter(([name]) => !connectionHeaders.includes(name));
    outgoing.writeHead(answered.status, { ...Object.fromEntries(kept), connection: "close" }).end(answered.body);
  });
}

/** Its log of calls is off: it repairs the JSON of each line, which takes minutes for a body of megabytes. */
async function startPrism(upstream) {
  const port = await findFreePort("127.0.0.1");
  const script = `${here}node_modules/@stoplight/prism-cli/dist/index.js`;
  const addresses = [upstream, "--host", "127.0.0.1", "--port", String(port)];
  const prism = start(node, [script, "proxy", documentFile, ...addresses, "--verboseLevel", "fatal"]);
  const probe = { headers: { "x-recorded": "0" } };
  await waitFor(prism, () => fetch(`http://127.0.0.1:${port}`, probe).catch(() => undefined));
  return { prism, port };
}

async function sendAll(port, calls, controls) {
  const wrong = new Set();
  await sendEach(port, calls, 0, (call, answer) => {
    for (const violation of violationsOf(call, answer)) wrong.add(violation);
  });
  await sendEach(port, controls, calls.length, (call, answer) => {
    const places = parse(answer.violations).map(({ location }) => location[0]);
    const wanted = call.body && call.answered.status < 300 ? ["request", "response"] : ["response"];
    const passed = wanted.filter((place) => !places.includes(place));
    if (passed.length > 0) wrong.add(`${describe(call)}: Prism passes a broken ${passed.join(" and ")}`);
  });
  if (wrong.size > 0) throw new Error([...wrong].join("\n"));
  return `${calls.length} calls, no violation; ${controls.length} broken ones, all found`;
}

/** Sends a few at a time, each on a fresh connection: Prism closes idle ones just as they are reused. */
async function sendEach(port, calls, firstIndex, take) {
  let next = 0;
  const sendOn = async () => {
    while (next < calls.length) {
      const index = next++;
      const { method, target, headers, body } = calls[index];
      const sent = { ...headers, "x-recorded": String(firstIndex + index) };
      const { pathname, search } = new URL(target, "http://service");
      const options = { method, path: pathname + search, headers: sent, port };
      take(calls[index], await send(options, body).catch((cause) => cause));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
}

function violationsOf(call, answer) {
  const name = describe(call);
  if (answer instanceof Error) return [`${name}: ${answer.message}`];
  if (answer.status !== call.answered.status) return [`${name}: Prism answered ${answer.status} ${answer.body}`];
  const wasTaken = call.answered.status < 300;
  return parse(answer.violations)
    .filter(({ location }) => wasTaken || location[0] !== "request")
    .map(({ location, message }) => `${name}: ${location.join(".")} ${message}`);
}

/** Parses violations; cuts off long ones. */
function parse(violations = "[]") {
  if (violations.startsWith("[")) return JSON.parse(violations);
  return ["request", "response"]
    .filter((place) => violations.includes(`"location":["${place}"`))
    .map((place) => ({ location: [place], message: violations }));
}

const pathOf = (target) => target.split("?")[0];
const describe = ({ method, target, answered }) => `${method} ${target.slice(0, 200)} ${answered.status}`;

function send(options, body) {
  return new Promise((resolve, reject) => {
    const settings = { host: "127.0.0.1", agent: false, maxHeaderSize: 1_048_576, timeout: callMsMax, ...options };
    const sent = request(settings, (answer) => {
      const violations = answer.headers["sl-violations"];
      text(answer).then((body) => resolve({ status: answer.statusCode, body, violations }), reject);
    });
    sent.once("error", reject);
    sent.once("timeout", () => sent.destroy(new Error(`no answer within ${callMsMax} ms`)));
    sent.end(body);
  });
}
