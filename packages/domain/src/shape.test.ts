import { expect, test } from "vitest";
import { shapeAnswer } from "./shape.ts";

const outcome = { id: "STO-1", status: "Open-Active", confirmationNote: "Store created.", content: { Name: "N" } };

test("a response has exactly the keys of its shape, at their places", () => {
  expect(shapeAnswer(["data.objectInfo.status", "ID", "confirmationNote"], outcome)).toStrictEqual({
    data: { objectInfo: { status: "Open-Active" } },
    ID: "STO-1",
    confirmationNote: "Store created.",
  });
  expect(shapeAnswer(["data.objectInfo.status", "data.ID", "data.confirmationNote"], outcome)).toStrictEqual({
    data: { objectInfo: { status: "Open-Active" }, ID: "STO-1", confirmationNote: "Store created." },
  });
  expect(shapeAnswer(["data.objectInfo.ID", "data.objectInfo.content"], outcome)).toStrictEqual({
    data: { objectInfo: { ID: "STO-1", content: { Name: "N" } } },
  });
  expect(shapeAnswer([], outcome)).toStrictEqual({});
});

test("two responses share nothing", () => {
  const first = shapeAnswer(["data.objectInfo.status"], outcome);
  const second = shapeAnswer(["data.objectInfo.ID"], { ...outcome, id: "STO-2" });
  expect(first).toStrictEqual({ data: { objectInfo: { status: "Open-Active" } } });
  expect(second).toStrictEqual({ data: { objectInfo: { ID: "STO-2" } } });
});
