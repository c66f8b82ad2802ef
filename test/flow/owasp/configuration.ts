import { internalPattern } from "@rewards/fuzz";
import { expect } from "vitest";
import { type Answer, root } from "../support/client.ts";
import { expectError } from "../support/errors.ts";
import { callWith, sendRaw } from "./raw.ts";
import type { Attacks, World } from "./world.ts";

/** In depth: ../entrance.test.ts, ../error-transport.test.ts, ../process-config.test.ts, ../compose.test.ts and `npm run fuzz`. */
export const configurationAttacks: Attacks = {
  "every answer, of whatever status, forbids to sniff, store and frame it, and names no software": readHeaders,
  "no refusal shows a stack, a statement or a file": readErrors,
  "TRACE echoes nothing": trace,
  "a parameter that is given twice is refused": repeatParameters,
  "a page of another site can neither read an answer nor send a call": callFromPage,
  "there is no default credential": tryDefaults,
};

async function anyAnswers({ url, as }: World): Promise<Answer[]> {
  const { admin } = as;
  const fromClient = [
    await admin.send("GET", `${root}/data_views`),
    await as.till.view("MemberList"),
    await admin.send("GET", "/nowhere"),
    await admin.send("PUT", `${root}/objects`, {}),
    await admin.sendRaw("POST", `${root}/objects`, "{"),
    await admin.sendRaw("POST", `${root}/objects`, "x".repeat(2_000_000)),
    await admin.sendRaw("POST", `${root}/objects`, "{}", { "content-type": "text/html" }),
    await admin.create("Segment", { Name: 5 }),
  ];
  return [
    ...fromClient,
    await sendRaw(url, "GET", "/livez"),
    await sendRaw(url, "GET", `${root}/data_views`),
    await sendRaw(url, "GET", "/livez", { headers: { host: "evil.example" } }),
    await sendRaw(url, "GET", "/livez", { headers: { x: "x".repeat(20_000) } }),
    await sendRaw(url, "CONNECT", "localhost:1"),
    await sendRaw(url, "GE T", "/livez"),
  ];
}

const policy = "default-src 'none';base-uri 'none';frame-ancestors 'none'";

async function readHeaders(world: World): Promise<void> {
  const answers = await anyAnswers(world);
  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([200, 403, 404, 405, 400, 413, 415, 422, 200, 401, 421, 431, 405, 400]);
  for (const { status, headers } of answers) {
    const seen = ["x-content-type-options", "cache-control", "content-type"].map((name) => headers.get(name));
    expect([status, ...seen]).toEqual([status, "nosniff", "no-store", "application/json"]);
    expect([status, headers.get("content-security-policy")]).toEqual([status, policy]);
    for (const name of ["server", "x-powered-by", "via", "access-control-allow-origin", "set-cookie"])
      expect([status, name, headers.get(name)]).toEqual([status, name, null]);
  }
}

/** Texts that mean something to SQL, shells, templates, files and logs. */
const texts = [
  "' or '1'='1",
  '"; drop table member; --',
  "$(id)",
  "{{7*7}}",
  "../../../etc/passwd",
  "\r\nx: y",
  "%s%n",
];

async function readErrors(world: World): Promise<void> {
  const { admin } = world.as;
  const answers = await anyAnswers(world);
  for (const text of texts) {
    const filter = { filterConditions: { F: { lhs: { field: text }, comparator: text, rhs: { value: text } } } };
    const found = await admin.view("GetMemberByBusinessKeys", { ExternalID: text });
    expect([found.status, found.body.resultCount]).toEqual([200, 0]);
    answers.push(
      found,
      await admin.send("POST", `${root}/data_views/MemberList`, { query: { filter, sortBy: [{ field: text }] } }),
      await admin.read(encodeURIComponent(text)),
      await admin.view(encodeURIComponent(text)),
      await admin.create("Member", { ExternalID: text, FullName: text, ProgramBusinessID: text }),
    );
  }
  for (const { status, text } of answers) {
    expect(text).not.toMatch(internalPattern);
    expect(status).toBeLessThan(500);
  }
}

async function trace({ url }: World): Promise<void> {
  const answer = await sendRaw(url, "TRACE", `${root}/data_views`, {
    headers: { authorization: "Bearer secret-text" },
  });
  expectError(answer, 405, "Error_Method_NotAllowed");
  expect(answer.text).not.toContain("secret-text");
}

async function repeatParameters({ as: { admin }, own, foreign }: World): Promise<void> {
  const asked = [own, foreign].map(({ member }) => JSON.stringify({ MemberExternalID: member }));
  const query = asked.map((value) => `dataViewParameters=${encodeURIComponent(value)}`).join("&");
  expectError(await admin.send("GET", `${root}/data_views/MemberBalances?${query}`), 400, "Error_Parameter_Type");
}

async function callFromPage({ url }: World): Promise<void> {
  const origin = "https://evil.example";
  const answers = [
    await sendRaw(url, "GET", "/livez", { headers: { origin } }),
    await sendRaw(url, "OPTIONS", `${root}/objects`, { headers: { origin, "access-control-request-method": "POST" } }),
    await sendRaw(url, "POST", `${root}/objects`, { headers: { origin, "sec-fetch-site": "cross-site" }, body: "{}" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 405, 403]);
  for (const { headers } of answers)
    expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
}

async function tryDefaults(world: World): Promise<void> {
  const guesses = ["admin", "root", "api", "rewards", "changeme", "undefined", "null", "rwk_admin_admin"];
  for (const [index, guess] of guesses.entries()) {
    const from = `127.0.31.${index + 1}`;
    expectError(await callWith(world, `Bearer ${guess}`, from), 401, "Error_Credential_Invalid");
    const headers = { authorization: `Bearer ${guess}` };
    expectError(
      await sendRaw(world.url, "GET", "/ops/v1/dead-letters", { headers, from }),
      401,
      "Error_Credential_Invalid",
    );
  }
}
