import { creatableObjects, parseContent } from "@rewards/domain";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, test } from "vitest";
import { buildDocument } from "./document.ts";
import { exampleOf, type Schema } from "./json-schema.ts";
import { contentName } from "./names.ts";

const document = JSON.parse(JSON.stringify(buildDocument())) as ReturnType<typeof buildDocument>;
const ajv = new Ajv2020({ strict: false });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema({ ...document, $id: "openapi" });

function isTaken(className: string, content: object): boolean {
  const definition = creatableObjects.find((one) => one.class === className);
  try {
    parseContent(definition?.content as never, content);
    return true;
  } catch {
    return false;
  }
}

const textsOf = (length: number) => ["", "x", "x".repeat(length), "x".repeat(length + 1), "nul \0", 5, null];
const line = (Quantity: unknown, TotalAmount: unknown = Quantity) => [{ ProductCode: "P", Quantity, TotalAmount }];
const item = (Quantity: unknown, VoucherCode: unknown = "") => [{ RewardExternalID: "R", Quantity, VoucherCode }];

test.each<[className: string, field: string, values: readonly unknown[]]>([
  ["Member", "FullName", textsOf(255)],
  ["Member", "Origin", textsOf(64)],
  ["Store", "Description", textsOf(4_000)],
  ["Member", "MobileNumber", ["", "0049", "+49", "4 9", "x"]],
  ["Member", "EmailAddress", ["", "a@b.example", "a@b", "@b.example", "a b@c.example", "a..b@c.example"]],
  ["Member", "DateOfBirth", ["1900-01-01", "1899-12-31", "9999-12-31", "2026-02-30", "2026-2-3", "x", ""]],
  [
    "Member",
    "JoinDateTime",
    ["1900-01-01T00:00:00Z", "1899-12-31T00:00:00Z", "2026-02-30T00:00:00Z", "2026-02-03", ""],
  ],
  ["Reward", "RewardCost", ["", "0", "12.3456", "12.34567", "-1", "99999999999", "100000000000", "1e3", ".5"]],
  ["Reward", "DaysAvailable", ["", "0", "007", "29999", "35999", "36499", "36500", "36501", "40000", "-1", "1.5"]],
  ["SaleCase", "SaleItems", [line(1), line(0), line(-1), line(1e11), line(1e11 - 1), line("1"), line(null), [], {}]],
  ["RedemptionCase", "RedemptionItems", [item("1"), item("0"), item("-1"), item("1.5"), item(1), item(""), []]],
  ["RedemptionCase", "RedemptionItems", [item("1", "A-1"), item("1", " - "), item("1", "-"), item("1", null)]],
])("the document describes %s.%s as its parser accepts it", (className, field, values) => {
  const definition = creatableObjects.find((one) => one.class === className);
  const name = contentName(definition as never);
  const content = exampleOf(document.components.schemas[name] as Schema) as object;
  const isDescribed = ajv.compile({ $ref: `openapi#/components/schemas/${name}` });
  const verdicts = values.map((value) => {
    const whole = { ...content, [field]: value };
    return { value, described: isDescribed(whole), taken: isTaken(className, whole) };
  });
  expect(new Set(verdicts.map(({ taken }) => taken))).toEqual(new Set([true, false]));
  expect(verdicts.filter(({ described, taken }) => described !== taken)).toEqual([]);
});
