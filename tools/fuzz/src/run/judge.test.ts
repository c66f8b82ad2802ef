import { AppError, type ErrorCode, errorBody } from "@rewards/domain";
import type { RawAnswer } from "@rewards/lab/wire/answer";
import { describe, expect, test } from "vitest";
import { type Target, targets } from "../calls/targets.ts";
import { cutAt } from "../hostile/framing.ts";
import { plainWire } from "../hostile/wire.ts";
import { KnownRecords } from "../world/known.ts";
import { judgeExchange } from "./judge.ts";
import { type Recipe, type Shot, takeShot } from "./shot.ts";

const create = targets.find(({ endpoint }) => endpoint.pattern === "/objects") as Target;
const recipe: Recipe = {
  target: create,
  draw: { parameters: {}, body: { objectTypeID: "Store", content: { StoreCode: "s", Name: "Main" } }, isSound: true },
  wire: plainWire,
  copies: 1,
};
const shotOf = (more: Partial<Recipe> = {}) => takeShot({ ...recipe, ...more }, new KnownRecords());
const hostile = shotOf({ writeFaulty: () => Buffer.from('{"objectTypeID":"Store"}') });

const requestId = "0c8f1f3e-0000-4000-8000-000000000000";
function answer(status: number, body: unknown, headers: Record<string, string> = {}): RawAnswer {
  return {
    status,
    headers: new Headers({ "content-type": "application/json", "x-request-id": requestId, ...headers }),
    text: JSON.stringify(body),
  };
}
const refusal = (code: ErrorCode, headers = {}) => {
  const error = new AppError(code);
  return answer(error.status, errorBody(error, requestId), headers);
};
const judge = (shot: Shot, ...answers: RawAnswer[]) => judgeExchange(shot, { answers, hangs: false, tookMs: 1 });

const id = `STO-${"0".repeat(32)}`;
const tag = { etag: 'w/"1"' };
const created = { data: { objectInfo: { status: "Open-Active" } }, ID: id, confirmationNote: "Store created." };

describe("right", () => {
  test.each<[string, Shot, RawAnswer]>([
    ["a sound create with the right answer", shotOf(), answer(201, created, tag)],
    ["a hostile create that is refused", hostile, refusal("Error_Content_NotObject")],
    ["any create that is refused for overload", shotOf(), refusal("Error_Service_Overloaded", { "retry-after": "1" })],
  ])("is %s", (_name, shot, given) => {
    expect(judge(shot, given)).toBeUndefined();
  });
});

describe("wrong", () => {
  const broken = errorBody(new AppError("Error_Body_Malformed"), "0c8f1f3e-0000-4000-8000-000000000000");
  test.each<[string, Shot, RawAnswer, string]>([
    ["a 500", hostile, refusal("Error_Service_Failed"), "the status 500"],
    ["a 503 without Retry-After", hostile, refusal("Error_Service_Overloaded"), "Retry-After"],
    ["a 408 to a whole request", hostile, refusal("Error_Request_Timeout"), "waited for more"],
    ["a sound request that is refused", shotOf(), refusal("Error_Field_Type"), "refused with Error_Field_Type"],
    ["a hostile create that is accepted", hostile, answer(201, created, tag), "what the definitions refuse"],
    ["an extra key", shotOf(), answer(201, { ...created, more: 1 }, tag), "not the answer of a create"],
    ["a missing key", shotOf(), answer(201, { ID: id, data: created.data }, tag), "not the answer of a create"],
    ["an ID of another class", shotOf(), answer(201, { ...created, ID: id.replace("STO", "MEM") }, tag), "with the ID"],
    ["a create without a tag", shotOf(), answer(201, created), "the ETag null"],
    ["a create with a tag of another form", shotOf(), answer(201, created, { etag: '"1"' }), "the ETag"],
    ["a status that does not belong to its code", hostile, answer(422, broken), "the status 422"],
    ["an error with an extra key", hostile, answer(400, { ...broken, stack: "" }), "keys too many"],
    ["an error that is not JSON", hostile, { ...answer(400, ""), text: "<html>" }, "without its body"],
    ["another content type", hostile, answer(400, broken, { "content-type": "text/html" }), "content type"],
    ["SQL in an error", hostile, answer(400, { ...broken, localizedValue: "select * from sale" }), "the inside"],
  ])("is %s", (_name, shot, given, complaint) => {
    expect(judge(shot, given)).toContain(complaint);
  });

  test("is a connection that stays silent, one that ends without an answer, and a second answer", () => {
    expect(judgeExchange(shotOf(), { answers: [], hangs: true, tookMs: 1 })).toContain("no answer");
    expect(judge(shotOf())).toContain("without an answer");
    expect(judge(shotOf(), answer(201, created, tag), answer(201, created, tag))).toBe("a second answer");
  });
});

test("a truncated request needs no answer", () => {
  expect(judge(shotOf({ wire: { ...plainWire, isSound: false, framing: cutAt(0.5, "cut") } }))).toBeUndefined();
});

test("an answer is wrong if it is not the one that the request gets alone; overload may come at any time", () => {
  const alone = shotOf({ alone: { status: 201, tag: 'w/"1"', text: JSON.stringify(created) } });
  expect(judge(alone, answer(201, created, tag))).toBeUndefined();
  expect(judge(alone, refusal("Error_Service_Overloaded", { "retry-after": "1" }))).toBeUndefined();
  const others = [answer(201, created, { etag: 'w/"2"' }), refusal("Error_Rule_TooOften", { "retry-after": "1" })];
  for (const other of [...others, refusal("Error_Service_Unavailable", { "retry-after": "1" })])
    expect(judge(alone, other)).toContain("alone it is answered");
});
