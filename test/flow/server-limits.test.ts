import { connect } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Answer, createClient, root } from "./support/client.ts";
import { expectError } from "./support/errors.ts";
import { saleContent } from "./support/fixtures.ts";
import { keepOpen } from "./support/load.ts";
import { openRaw, type RawConnection, request } from "./support/raw.ts";
import { countRows, useBasics, useStack, whileLocked } from "./support/stack.ts";

const addressRequestsMax = 40;
const connectionsMax = 100;

const stack = useStack({
  workers: 0,
  env: {
    ADDRESS_REQUESTS_MAX: String(addressRequestsMax),
    CONNECTIONS_MAX: String(connectionsMax),
    ANSWER_MS_MAX: "1000",
  },
});
const basics = useBasics(stack);

const open = () => openRaw(stack.client.url);

const path = `${root}/objects`;
const saleBody = (more: object = {}) =>
  JSON.stringify({ objectTypeID: "SaleCase", content: saleContent(basics, more) });

/** Blocks the answers to sales while `work` runs. One that had to wait for longer than three seconds may be a 503. */
const holdSales = <Result>(work: () => Promise<Result>) => whileLocked(stack, "sale", "share", work);

describe("unanswered requests of one address are bounded", () => {
  /** Sends as many as the bound allows, so that the next one is too many. */
  async function fill(): Promise<RawConnection[]> {
    const connections = await Promise.all(Array.from({ length: addressRequestsMax / 4 }, open));
    for (const connection of connections)
      for (let count = 0; count < 4; count += 1) connection.write(request("POST", path, saleBody()));
    return connections;
  }

  test("a further one is refused with 429, health checks are not, and after the answers all requests are accepted again", async () => {
    const refused: Answer[] = [];
    const waiting = await holdSales(async () => {
      const calls = keepOpen(addressRequestsMax, () => stack.client.create("Sale", saleContent(basics)));
      const [another, health] = await Promise.all([open(), open()]);
      for (const call of [request("GET", `${root}/data_views`, ""), request("POST", path, saleBody())]) {
        const ask = async () => {
          another.write(call);
          refused.push(await another.next());
          return refused.at(-1)?.status;
        };
        await expect.poll(ask).toBe(429);
      }
      health.write(request("GET", "/livez", "") + request("GET", "/readyz", ""));
      // Health is answered truthfully: no sale can be written.
      expect([(await health.next()).status, (await health.next()).status]).toEqual([200, 503]);
      calls.end();
      return calls;
    });
    expectError(refused.at(-1) as Answer, 429, "Error_Requests_TooMany");
    for (const { status } of await waiting.answers) expect([201, 429, 503]).toContain(status);
    expect(await stack.client.create("Sale", saleContent(basics))).toMatchObject({ status: 201 });
  });

  test("requests of callers that disconnected no longer count", async () => {
    await holdSales(async () => {
      const status = async () => (await stack.client.send("GET", `${root}/data_views`)).status;
      let connections: RawConnection[] = [];
      // On a slow machine the first may have their answers before the last are sent.
      const fillAgain = async () => {
        for (const connection of connections) connection.close();
        connections = await fill();
        return status();
      };
      await expect.poll(fillAgain).toBe(429);
      for (const connection of connections) connection.close();
      await expect.poll(status).toBe(200);
    });
  });

  test("a pipeline may have 32 unanswered requests; further ones are refused", async () => {
    const connection = await open();
    await holdSales(async () => {
      connection.write(request("POST", path, saleBody()) + request("GET", "/livez", "").repeat(40));
      // Once this is answered, the API has read what was written before.
      expect(await stack.client.send("GET", "/livez")).toMatchObject({ status: 200 });
    });
    const statuses = [];
    for (let count = 0; count < 41; count += 1) statuses.push((await connection.next()).status);
    expect(statuses.slice(1)).toEqual([...Array(31).fill(200), ...Array(9).fill(429)]);
    expect([201, 503]).toContain(statuses[0]);
  });
});

test("one address may have half of all connections; the next one gets 429 and is closed", async () => {
  const connections = await Promise.all(Array.from({ length: connectionsMax / 2 + 5 }, open));
  const [last] = connections.slice(-1) as [RawConnection];
  expectError(await last.next(), 429, "Error_Requests_TooMany");
  await last.ended;
  for (const connection of connections.splice(0)) connection.close();
  await expect
    .poll(() =>
      createClient(stack.client.url)
        .send("GET", "/livez")
        .then(
          ({ status }) => status,
          () => 0,
        ),
    )
    .toBe(200);
});

test("a client that does not read its answers is disconnected", async () => {
  const { hostname, port } = new URL(stack.client.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  // More answers than the system buffers; the client reads nothing.
  socket.write(request("GET", "/openapi.json", "").repeat(32));
  const isClosed = new Promise<void>((resolve) => socket.once("error", () => undefined).once("close", () => resolve()));
  // A client that does not read notices a closed connection only when it writes.
  const writing = setInterval(() => socket.write("\r\n"), 50);
  await isClosed;
  clearInterval(writing);
});

describe("every call has its own bound for its body", () => {
  const padded = (content: object, bytes: number) => JSON.stringify(content).padEnd(bytes, " ");
  const segment = { objectTypeID: "SegmentCase", content: { Name: "x" } };
  const post = (prefix: string, body: string) => stack.client.sendRaw("POST", `${prefix}${path}`, body);

  test.each([
    ["/Segment", 65_536],
    ["/Redemption", 524_288],
    ["/Sale", 1_048_576],
  ])("a create at %s takes %d bytes, and not one more", async (prefix, bytes) => {
    const before = await countRows(stack);
    expect(await post(prefix, padded({}, bytes))).toMatchObject({ status: 400 });
    expectError(await post(prefix, padded({}, bytes + 1)), 413, "Error_Body_TooLarge");
    expect(await countRows(stack)).toEqual(before);
  });

  test("if the path names no object type, the one in the body decides", async () => {
    expect(await post("", padded(segment, 65_536))).toMatchObject({ status: 201 });
    expectError(await post("", padded(segment, 65_537)), 413, "Error_Body_TooLarge");
    const sale = { objectTypeID: "SaleCase", content: saleContent(basics) };
    expect(await post("", padded(sale, 1_048_576))).toMatchObject({ status: 201 });
    expectError(await post("", padded(sale, 1_048_577)), 413, "Error_Body_TooLarge");
  });

  test("an action takes 64 KiB, and an unknown one is a 404 with any body", async () => {
    const edit = { content: { Name: "y" } };
    const act = (id: string, name: string, body: string) =>
      stack.client.sendRaw("PATCH", `${path}/${id}/actions/${name}`, body);
    expect(await act(basics.storeId, "Edit", padded(edit, 65_536))).toMatchObject({ status: 200 });
    expectError(await act(basics.storeId, "Edit", padded(edit, 65_537)), 413, "Error_Body_TooLarge");
    expectError(await act(basics.storeId, "Paint", padded(edit, 65_537)), 404, "Error_Action_Unknown");
    expectError(await act("STO-1", "Edit", "{"), 404, "Error_Object_Unknown");
  });

  const escaped = (length: number) => "\\u0061".repeat(length);

  test("the largest sale that the definition allows fits, with every character escaped", async () => {
    const line = `{"ProductCode":"${escaped(255)}","Quantity":99999999999.9999,"TotalAmount":99999999999.9999}`;
    const text = saleBody({ SaleItems: [] }).replace("[]", `[${Array.from({ length: 500 }, () => line).join()}]`);
    expect(await post("/Sale", text)).toMatchObject({ status: 201 });
  });

  test("and so does the largest redemption", async () => {
    const line = `{"Quantity":"${"\\u0031".repeat(11)}","RewardExternalID":"${escaped(255)}","VoucherCode":"${escaped(255)}"}`;
    const content = { MemberExternalID: basics.member, RedemptionItems: [] };
    const text = JSON.stringify({ objectTypeID: "RedemptionCase", content }).replace(
      "[]",
      `[${Array.from({ length: 100 }, () => line).join()}]`,
    );
    expect(await post("/Redemption", text)).toMatchObject({ status: 201 });
  });
});
