import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { parseProgrammeFile, readProgrammeFile } from "./programmes.file.ts";

const example = fileURLToPath(new URL("../../programmes.example.yaml", import.meta.url));

it("the example file is one, and says what it says", async () => {
  const { programmes } = await readProgrammeFile(example);
  expect(programmes.map(({ businessId }) => businessId)).toEqual(["REWARDS", "CLUB"]);
  const { rules, ...earning } = programmes[1]?.earning ?? {};
  expect(earning).toEqual({ rate: "2.5", rounding: "toward-zero", fractionDigits: 1, lateDays: 60 });
  expect(rules?.map(({ id }) => id)).toEqual(["COFFEE2", "CARD"]);
});

it("a wrong value is named by its path within the file", () => {
  const text = JSON.stringify({
    programmes: [{ businessId: "A", name: "A", currencies: [{ name: "Points" }], earning: { rate: "-1" } }, {}],
  });
  const parse = () => parseProgrammeFile(text, "mine.json");
  expect(parse).toThrow("mine.json is not a file of programmes:");
  expect(parse).toThrow("programmes[0].earning.rate: a decimal of 0 or more");
  expect(parse).toThrow("programmes[1].businessId: ");
  expect(() => parseProgrammeFile("", "mine.yaml")).toThrow("(the whole file): ");
});

it("broken YAML is refused with its line", () => {
  expect(() => parseProgrammeFile("programmes: [", "mine.yaml")).toThrow(/mine\.yaml: .*line 1/);
});

it("a missing file is refused by its name", async () => {
  await expect(readProgrammeFile("/nowhere/mine.yaml")).rejects.toThrow("Cannot read /nowhere/mine.yaml: ENOENT");
});
