import type { OpenApiDocument, Schema } from "@rewards/api/openapi";
import { fillSamples } from "@rewards/api/samples";
import { beforeAll, expect, test } from "vitest";
import { callsOf } from "./support/calls.ts";
import { bury, createStaged, operatorToken } from "./support/dead-letters.ts";
import { addBalance, addStock, memberContent, registerBasics } from "./support/fixtures.ts";
import { type Stack, startStack, useStack } from "./support/stack.ts";

/** An operation as the page sends it if the user changes nothing. */
interface Sample {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

const stack = useStack({ env: { OPERATOR_TOKEN: operatorToken } });
let samples: readonly Sample[];
beforeAll(async () => {
  await sell(stack);
  samples = await loadSamples(stack);
});

/** A small version of the demo's data: for every action an object that allows it. */
async function sell({ client }: Stack): Promise<void> {
  const basics = await registerBasics(client);
  await Promise.all([addBalance(client, basics.memberId, 1_000), addStock(client, basics.rewardId, 50)]);
  // The one that the example of Merge ends.
  await client.created("Member", memberContent("M-1002"));
  for (const { target } of callsOf(() => ({ client, basics })).acts) await target();
}

/** Loads the served document and fills its examples from existing records, as the page does. */
async function loadSamples({ client }: Stack): Promise<Sample[]> {
  const text = await (await fetch(`${client.url}/openapi.json`)).text();
  const filled = await fillSamples(text, "T1", async (path, body) => (await client.send("POST", path, body)).body);
  return samplesOf(JSON.parse(filled));
}

function samplesOf(document: OpenApiDocument): Sample[] {
  // A token needs the secret of a client, which no example can have. An import is no JSON: import.test.ts sends it.
  const paths = Object.entries(document.paths).filter(([path]) => !/\/oauth|\/import$/.test(path));
  return paths.flatMap(([path, { servers: _, ...item }]) =>
    Object.entries(item).map(([method, { operationId: id, parameters = [], requestBody }]) => {
      const given = parameters.map((one) => givenOf(document, one));
      const content = requestBody?.["content"] as { "application/json": { example: unknown } } | undefined;
      const query = new URLSearchParams(given.flatMap((one) => (one.in === "query" && one.value ? [one.pair] : [])));
      const headers = Object.fromEntries(given.flatMap((one) => (one.in === "header" && one.value ? [one.pair] : [])));
      const asked = given
        .filter((one) => one.in === "path")
        .reduce((at, { name, value }) => at.replace(`{${name}}`, String(value)), path);
      const target = query.size > 0 ? `${asked}?${query}` : asked;
      return { id, method: method.toUpperCase(), path: target, body: content?.["application/json"].example, headers };
    }),
  );
}

function givenOf({ components }: OpenApiDocument, parameter: Schema) {
  const named = (parameter["$ref"] as string | undefined)?.split("/").at(-1);
  const whole = named ? (components.parameters[named] as Schema) : parameter;
  const { name, in: place, example, schema } = whole as { name: string; in: string; example?: unknown; schema: Schema };
  const value = example ?? schema["default"];
  return { name, in: place, value, pair: [name, String(value)] as [string, string] };
}

async function send({ client }: Stack, { method, path, body, headers }: Sample): Promise<number> {
  const answer = await fetch(client.url + path, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

const isForOperators = ({ path }: Sample) => path.startsWith("/ops/");

test("every operation succeeds with its own example, in the order of the page", async () => {
  const sent = [];
  for (const sample of samples.filter((one) => !isForOperators(one)))
    sent.push({ id: sample.id, status: await send(stack, sample) });
  expect(sent.length).toBeGreaterThan(60);
  expect(sent.filter(({ status }) => status >= 300)).toEqual([]);
});

test("after the page is reloaded, every create succeeds with its example again", async () => {
  const text = await (await fetch(`${stack.client.url}/openapi.json`)).text();
  const creates = samplesOf(JSON.parse(await fillSamples(text, "T2", async () => ({})))).filter(({ id }) =>
    id.endsWith(".create"),
  );
  for (const sample of creates) expect([sample.id, await send(stack, sample)]).toEqual([sample.id, 201]);
});

test("every operation of operators succeeds with its example, the token, and the dead letter or member that it names", async () => {
  const paused = await startStack({ workers: 0, env: { OPERATOR_TOKEN: operatorToken } });
  try {
    const { saleId, redemptionId } = await createStaged(paused.client, await registerBasics(paused.client));
    await bury(paused, [saleId, redemptionId]);
    const exported = samples.find(({ id }) => id === "members.export")?.body as { externalID: string };
    await paused.client.created("Member", memberContent(exported.externalID));
    const authorization = `Bearer ${operatorToken}`;
    const headers = { authorization, "content-type": "application/json" };
    const addWebhook = async () => {
      const body = JSON.stringify({ url: "https://shop.example/events", kinds: ["*"] });
      return (await paused.client.sendRaw("POST", "/ops/v1/webhooks", body, headers)).body.id as string;
    };
    for (const sample of samples.filter(isForOperators)) {
      const ID = sample.id === "deadLetters.discard" ? redemptionId : saleId;
      const webhook = /WH-[0-9a-f]+/.test(sample.path) ? await addWebhook() : "";
      const path = sample.path.replace(/SALE-[0-9a-f]+/, ID).replace(/WH-[0-9a-f]+/, webhook);
      const own = { ...sample, path, headers: { ...sample.headers, authorization } };
      expect([sample.id, await send(paused, own)]).toEqual([sample.id, 200]);
    }
  } finally {
    await paused.stop();
  }
});
