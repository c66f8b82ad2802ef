import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test } from "vitest";
import { awaitStatus, registerBasics, saleContent } from "./support/fixtures.ts";
import { startStack } from "./support/stack.ts";

interface Sent {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: readonly { readonly traceId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue?: string } }[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Sent[] }[] }[];
}

/** An OTLP collector over HTTP and JSON. */
const spans: Sent[] = [];
let received = "";
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  received += text;
  const { resourceSpans } = JSON.parse(text) as Export;
  spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
  response.setHeader("content-type", "application/json").end("{}");
});
await once(collector.listen(0, "127.0.0.1"), "listening");
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const stack = await startStack({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
afterAll(async () => {
  await stack.stop();
  collector.close();
});
const basics = await registerBasics(stack.client);

const textOf = ({ name, attributes }: Sent) =>
  attributes.find(({ key }) => key === "db.query.text")?.value.stringValue ?? name;

test("one trace leads from the caller's traceparent through the batch and the job to the SQL that posts the sale", async () => {
  const traceId = "0af7651916cd43dd8448eb211c80319c";
  const caller = "b7ad6b7169203331";
  const content = saleContent(basics);
  const headers = {
    "content-type": "application/json",
    "x-request-id": "till-7.1",
    traceparent: `00-${traceId}-${caller}-01`,
  };
  const { body } = await stack.client.create("Sale", content, headers);
  await awaitStatus(stack.client, body.ID, "Resolved-Completed");
  const ofTrace = () => spans.filter((span) => span.traceId === traceId);
  /** The names of a span and of what caused it, up to the caller. Each process sends its spans when it likes. */
  const wayOf = (span: Sent | undefined): string[] => {
    if (!span) return [];
    const parent = ofTrace().find(({ spanId }) => spanId === span.parentSpanId);
    return [textOf(span), ...(span.parentSpanId === caller ? ["caller"] : wayOf(parent))];
  };
  const wayFrom = (statement: string) => wayOf(ofTrace().find((span) => textOf(span).includes(statement)));
  const posting = ["sale settle", "sale insert", "HTTP POST", "caller"];
  await expect.poll(() => wayFrom("insert into ledger_entry")).toEqual([expect.any(String), ...posting]);
  await expect.poll(() => ofTrace().map((span) => wayOf(span))).toContainEqual(["commit", ...posting]);
  await expect.poll(() => wayFrom('insert into "sale"')).toEqual([expect.any(String), ...posting.slice(1)]);

  const logged = () => stack.lines.filter((line) => line.includes("records posted")).map((line) => JSON.parse(line));
  await expect.poll(logged).toMatchObject([{ trace: traceId, records: [{ requestId: "till-7.1" }] }]);
  const [stored] = await stack.database
    .sql`select trace_id, settled_by from sale where external_id = ${content.ExternalID}`;
  expect(stored).toEqual({ trace_id: traceId, settled_by: expect.stringMatching(/^[^/]+\/\d+$/) });
  for (const personal of [basics.member, content.ExternalID]) expect(received).not.toContain(personal);
});

test("a batch links to the traces of all its sales, and a malformed traceparent begins a new trace", async () => {
  const trace = (at: number) => `${String(at).padStart(2, "0").repeat(16)}`;
  const ids = Array.from({ length: 20 }, (_, at) => trace(at + 11));
  const created = await Promise.all(
    ids.map((id) =>
      stack.client.create("Sale", saleContent(basics), {
        "content-type": "application/json",
        traceparent: `00-${id}-b7ad6b7169203331-01`,
      }),
    ),
  );
  expect(created.map(({ status }) => status)).toEqual(ids.map(() => 201));
  const caused = () =>
    spans
      .filter(({ name }) => name === "sale insert")
      .flatMap(({ traceId, links = [] }) => [traceId, ...links.map((link) => link.traceId)]);
  await expect.poll(() => ids.filter((id) => !caused().includes(id)), { timeout: 60_000 }).toEqual([]);
  const wrong = `00-${"0".repeat(32)}-b7ad6b7169203331-01`;
  const { status } = await stack.client.create("Sale", saleContent(basics), {
    "content-type": "application/json",
    traceparent: wrong,
  });
  expect(status).toBe(201);
});

test("an endpoint that does not answer costs one line of the log, and neither sales nor readiness", async () => {
  const { client, lines } = await stack.startApi({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" });
  for (let round = 0; round < 3; round += 1)
    expect((await client.create("Sale", saleContent(basics))).status).toBe(201);
  const lost = () => lines.filter((line) => line.includes("traces are lost"));
  await expect.poll(() => lost().length, { timeout: 60_000 }).toBe(1);
  expect((await client.create("Sale", saleContent(basics))).status).toBe(201);
  await expect.poll(async () => (await client.send("GET", "/readyz")).body).toMatchObject({ status: "ok" });
  expect(lost()).toHaveLength(1);
});
