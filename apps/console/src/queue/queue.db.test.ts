import { readStatus } from "@rewards/status";
import { expect, it, onTestFinished } from "vitest";
import { findBackends, openQueueServer } from "../../../../test/src/service.ts";
import { openBrowser } from "../testing/browser.ts";
import { logIn, openTestConsole } from "../testing/console.ts";

const test = await openTestConsole();
const { sql, database, ownerUrl } = test;
const backends = await findBackends(process.env["PATH"]);
await test.addUser("ann", "operator:list operator:pause");

it.each(backends)(
  "a queue on %s is paused and resumed after a confirmation; pages and status say so at once, and the audit has it",
  async (backend) => {
    const service = { url: ownerUrl, database };
    const queue = await openQueueServer(backend, service, process.env["PATH"], onTestFinished);
    const queueUrl = test.queueUrlOf(queue.url);
    const url = await test.startAnother({ queueUrl });
    const { browser } = await logIn(url, "ann");
    /** A queue that answers late has no links on the page. */
    async function states(): Promise<string[]> {
      const { text } = await browser.open("/queue");
      const found = [...text.matchAll(/href="\/queue\/(\w+)\?queue=(\w+)"/g)].map(([, to, of]) => `${to} ${of}`);
      return found.length > 0 ? found : states();
    }
    expect(await states()).toEqual(["pause sale", "pause redemption", "pause segment"]);
    const act = async (path: string) => {
      await browser.open(`${path}?queue=sale`);
      const done = await browser.send(path, { queue: "sale" });
      expect(done.status).toBe(303);
      return browser.open(done.headers.get("location") ?? "");
    };
    expect((await act("/queue/pause")).text).toContain("Paused: sale.");
    expect(await states()).toEqual(["resume sale", "pause redemption", "pause segment"]);
    expect((await browser.open("/health")).text).toMatch(/An operator has paused: sale\.[\s\S]*; paused: sale/);
    expect((await readStatus(sql, queueUrl)).queue).toMatchObject({ paused: ["sale"] });
    await act("/queue/resume");
    expect(await states()).toEqual(["pause sale", "pause redemption", "pause segment"]);
    const entries = await sql`
    select operation, actor, detail from audit_entry where operation like 'queue.%' order by id desc limit 2`;
    expect(entries).toEqual(
      ["queue.resume", "queue.pause"].map((operation) => ({ operation, actor: "ann", detail: { queue: "sale" } })),
    );
    expect((await browser.open("/queue/pause?queue=none")).status).toBe(404);
  },
);

it("a queue that is away or not known is 503 with the remedy, and leaves no entry in the audit", async () => {
  const before = await sql`select count(*) from audit_entry where operation like 'queue.%'`;
  const cases = [
    ["redis://me:concealed@127.0.0.1:1", "Check that it runs, and that QUEUE_URL and the network lead to it."],
    [undefined, "Set QUEUE_URL of the console."],
  ] as const;
  for (const [queueUrl, remedy] of cases) {
    const browser = openBrowser(await test.startAnother({ queueUrl, isAuthRequired: false }));
    await browser.open("/queue/pause?queue=sale");
    const page = await browser.send("/queue/pause", { queue: "sale" });
    expect([page.status, page.text]).toEqual([503, expect.stringContaining(remedy)]);
    const shown = await browser.open("/queue");
    expect(shown.status).toBe(200);
    expect(shown.text).toMatch(/cannot be reached|Set QUEUE_URL/);
    expect(page.text + shown.text + test.log()).not.toContain("concealed");
  }
  expect(await sql`select count(*) from audit_entry where operation like 'queue.%'`).toEqual(before);
});
