import { randomBytes } from "node:crypto";
import { comparedText, surrogateOf } from "@rewards/domain";
import { describe, expect, test } from "vitest";
import { onMembers, operatorToken } from "./support/dead-letters.ts";
import { expectError } from "./support/errors.ts";
import { addStock, awaitStatus, redemptionContent, registerBasics, saleContent } from "./support/fixtures.ts";
import { expectBooksInOrder, type Stack, useStack } from "./support/stack.ts";
import { computableOf, statisticsWith, tablesWith } from "./support/tables.ts";

const person = {
  FullName: "Computed Canary",
  EmailAddress: "Computed@canary.example",
  MobileNumber: "4915550007776",
  DateOfBirth: "1931-07-19",
};
const key = "computed-canary-key";
const code = "COMPUTED-CANARY-CODE";
const { FullName, EmailAddress, MobileNumber, DateOfBirth } = person;
const registration = { FullName, ExternalID: key, ProgramBusinessID: "REWARDS" };
const edits = [{ DateOfBirth, MobileNumber }, { EmailAddress }] as const;
/** Callers may make keys from what they know. */
const callKeys = [key, FullName.replace(" ", "-"), MobileNumber, EmailAddress, DateOfBirth, `${key}-sale`] as const;
const header = (name: string) => ({ "Idempotency-Key": name });

/** Each call has a key: a member, two Edits, a segment, a sale and a redemption. Returns their contents and first answers. */
async function writeCalls({ client }: Stack) {
  const basics = await registerBasics(client);
  await addStock(client, basics.rewardId, 5);
  const [forMember, forSegment, forMobile, forEmail, forRedemption, forSale] = callKeys;
  const created = await client.create("Member", registration, header(forMember));
  const edit = (content: object, name: string) => client.act(created.body.ID, "Edit", { content }, header(name));
  const edited = [await edit(edits[0], forMobile), await edit(edits[1], forEmail)];
  const segment = await client.created("Segment", { Name: "Those who compute" });
  const named = { MemberExternalIDs: [key] };
  const added = await client.act(segment, "AddMembers", { content: named }, header(forSegment));
  const sale = saleContent({ ...basics, member: key });
  const sold = await client.create("Sale", sale, header(forSale));
  await awaitStatus(client, sold.body.ID, "Resolved-Completed");
  const redemption = redemptionContent(key, basics.reward, { VoucherCode: code });
  const redeemed = await client.create("Redemption", redemption, header(forRedemption));
  await awaitStatus(client, redeemed.body.ID, "Resolved-Completed");
  for (const { status } of [created, ...edited, added, sold, redeemed]) expect([200, 201]).toContain(status);
  return { basics, created, edit, edited, named, sale, sold, redemption, redeemed };
}

type Calls = Awaited<ReturnType<typeof writeCalls>>;

/** The texts that calls are compared by, and the contents as they were sent. */
function contentsOf({ named, sale, redemption }: Pick<Calls, "named" | "sale" | "redemption">) {
  const sent = [
    ["Member", registration],
    ["Edit", edits[0]],
    ["Edit", edits[1]],
    ["AddMembers", named],
    ["SaleCase", { ...sale, SaleDateTime: "2026-01-01T10:00:00.000Z" }],
    ["RedemptionCase", redemption],
  ] as const;
  return sent.flatMap(([subject, content]) => [comparedText(subject, content, content), JSON.stringify(content)]);
}

const erase = ({ client }: Stack) => onMembers(client, "erase", { externalIDs: [key] });

/** After the erasure the key of a call decides alone. */
async function expectRepeats({ client }: Stack, calls: Calls): Promise<void> {
  const { created, edit, edited, sale, sold, redemption, redeemed } = calls;
  const [forMember, , forMobile, forEmail, forRedemption, forSale] = callKeys;
  expect((await edit(edits[0], forMobile)).body).toEqual(edited[0]?.body);
  expect((await edit({ EmailAddress: "other@canary.example" }, forEmail)).body).toEqual(edited[1]?.body);
  for (const FullName of [registration.FullName, "Another"])
    expect((await client.create("Member", { ...registration, FullName }, header(forMember))).body).toEqual(
      created.body,
    );
  expect((await client.create("Sale", sale, header(forSale))).body).toEqual(sold.body);
  expect((await client.create("Redemption", redemption, header(forRedemption))).body).toEqual(redeemed.body);
  expectError(await edit(edits[0], "a-new-key"), 409, "Error_Member_Erased");
}

/** A sale and a redemption of the erased person, which a worker rejects. Returns the keys of their calls. */
async function writeRejected({ client }: Stack, { basics }: Calls): Promise<string[]> {
  const late = [`${MobileNumber}-late`, `${key}-late`] as const;
  const sale = saleContent({ ...basics, member: key });
  const redemption = redemptionContent(key, basics.reward, { VoucherCode: code });
  const answers = [
    await client.create("Sale", sale, header(late[0])),
    await client.create("Redemption", redemption, header(late[1])),
  ];
  for (const { body } of answers) await awaitStatus(client, body.ID, "Resolved-Rejected");
  expect((await client.create("Sale", sale, header(late[0]))).body).toEqual(answers[0]?.body);
  expect((await client.create("Redemption", redemption, header(late[1]))).body).toEqual(answers[1]?.body);
  return [...late];
}

/** The tables with the ExternalID under the salts of its surrogates, which are stored. */
async function tablesWithSurrogates(stack: Stack): Promise<string[]> {
  const rows = await stack.database.sql<{ key: string }[]>`
    select external_id as key from member where external_id like 'erased-%' union select member_external_id from sale
    where member_external_id like 'erased-%' union select member_external_id from redemption where member_external_id like 'erased-%'`;
  const salts = rows.map(({ key: surrogate }) => surrogate.split("-")[1] as string);
  return tablesWith(
    stack,
    salts.map((salt) => surrogateOf(key, salt)),
  );
}

describe.each([
  ["with keys of personal data", { PERSONAL_DATA_KEYS: `k1:${randomBytes(32).toString("base64")}` }],
  ["without keys of personal data", { PERSONAL_DATA_KEYS: "" }],
])("%s", (_, env) => {
  const hasKeys = env.PERSONAL_DATA_KEYS !== "";
  const stack = useStack({ env: { OPERATOR_TOKEN: operatorToken, ...env } });

  test("nothing that is kept can be computed from a person, before and after an erasure, but what security.md lists", async () => {
    const calls = await writeCalls(stack);
    const contents = contentsOf(calls);
    const personal = Object.values(person);
    const digests = async (values: readonly string[]) => tablesWith(stack, await computableOf(stack, values));
    if (hasKeys) expect(await digests([...personal, ...contents, ...callKeys])).toEqual([]);
    else expect(await digests(contents)).toEqual(["idempotency_key"]);

    const planted = [...personal, ...callKeys, code];
    await stack.database.sql`analyze`;
    expect(await statisticsWith(stack, planted)).toEqual(expect.arrayContaining(["member.external_id"]));
    expect((await erase(stack)).body).toEqual({ erased: 1, unknown: [], unanalyzed: [] });
    expect(await statisticsWith(stack, planted)).toEqual([]);
    await expectRepeats(stack, calls);
    const late = await writeRejected(stack, calls);
    expect(await tablesWith(stack, [...personal, ...callKeys, ...late, code])).toEqual([]);
    expect(await digests([...contents, code])).toEqual([]);
    const keys = [...personal, ...callKeys, ...late].filter((one) => one !== key);
    expect(await digests(keys)).toEqual(hasKeys ? [] : ["idempotency_key"]);
    expect(await digests([key])).toEqual(hasKeys ? ["erased_key"] : ["erased_key", "idempotency_key"]);
    expect(await tablesWithSurrogates(stack)).toEqual([
      ...["audit_entry", "member", "redemption", "redemption_item", "sale"],
    ]);
    await expectBooksInOrder(stack);
  });
});
