import { describe, expect, test } from "vitest";
import { programmeFile } from "./programme.ts";

const least = { businessId: "PRG-1", name: "Club", currencies: [{ name: "Points" }] };
const fileOf = (...programmes: unknown[]) => ({ programmes });
const places = (file: unknown) => programmeFile.safeParse(file).error?.issues.map((issue) => issue.path.join("."));

describe("programmeFile", () => {
  test("what a programme leaves out has its default: 1 point per 1.00, rounded toward zero", () => {
    expect(programmeFile.parse(fileOf(least))).toStrictEqual(
      fileOf({
        businessId: "PRG-1",
        name: "Club",
        description: "",
        timeZone: "UTC",
        currencies: [{ name: "Points", description: "" }],
        earning: { rate: "1", rounding: "toward-zero", fractionDigits: 0, rules: [] },
        returns: { waitDays: 30, windowDays: 0 },
      }),
    );
    expect(programmeFile.parse(fileOf({ ...least, earning: { rate: 2 } })).programmes[0]?.earning).toStrictEqual({
      rate: "2",
      rounding: "toward-zero",
      fractionDigits: 0,
      rules: [],
    });
  });

  test("every rule can be set", () => {
    const earning = { rate: "0.25", rounding: "half-up", fractionDigits: 4, lateDays: 30, rules: [] };
    const given = {
      ...least,
      description: "d",
      timeZone: "Europe/Berlin",
      currencies: [
        { name: "Points", description: "p", expiry: { months: 12, until: "quarter" } },
        { name: "Miles", description: "m", expiry: { inactiveMonths: 18 } },
      ],
      earning,
      returns: { waitDays: 0, windowDays: 364 },
      pointValue: { amount: "0.005", currency: "EUR" },
      consentAbove: "500.5",
      adjustmentReasons: ["Goodwill", "Missing receipt"],
    };
    expect(programmeFile.parse(fileOf(given, { ...given, businessId: "PRG-2" }))).toStrictEqual(
      fileOf(given, { ...given, businessId: "PRG-2" }),
    );
  });

  test.each([
    ["0", "EUR", "amount"],
    ["-1", "EUR", "amount"],
    ["0.0000001", "EUR", "amount"],
    ["1e3", "EUR", "amount"],
    ["0.005", "EURO", "currency"],
  ])("a point is not worth %s %s", (amount, currency, member) => {
    expect(places(fileOf({ ...least, pointValue: { amount, currency } }))).toEqual([
      `programmes.0.pointValue.${member}`,
    ]);
    expect(places(fileOf({ ...least, pointValue: { amount: 0.005, currency: "EUR" } }))).toBeUndefined();
  });

  test.each(["0", "-1", "0.00001", "1e3", "", 0])("consent is not needed above %j", (consentAbove) => {
    expect(places(fileOf({ ...least, consentAbove }))).toEqual(["programmes.0.consentAbove"]);
  });

  test.each([["a"], ["x".repeat(60)], ["Späte Lieferung"]])("%j is a reason of adjustments", (reason) => {
    expect(places(fileOf({ ...least, adjustmentReasons: [reason] }))).toBeUndefined();
  });

  test.each([
    ...[
      ["", "programmes.0.adjustmentReasons.0"],
      ["a: b", "programmes.0.adjustmentReasons.0"],
    ],
    ...[
      ["x".repeat(61), "programmes.0.adjustmentReasons.0"],
      ["a\nb", "programmes.0.adjustmentReasons.0"],
    ],
  ])("%j is no reason of adjustments", (reason, place) => {
    expect(places(fileOf({ ...least, adjustmentReasons: [reason] }))).toEqual([place]);
  });

  test("at most twenty reasons, which differ", () => {
    const reasons = Array.from({ length: 21 }, (_, n) => `R${n}`);
    for (const adjustmentReasons of [reasons, ["A", " A "]])
      expect(places(fileOf({ ...least, adjustmentReasons }))).toEqual(["programmes.0.adjustmentReasons"]);
  });

  test("points expire at the end of a day, unless the file names another end", () => {
    const expiryOf = (expiry: object) =>
      programmeFile.parse(fileOf({ ...least, currencies: [{ name: "Points", expiry }] })).programmes[0]?.currencies[0]
        ?.expiry;
    expect(expiryOf({ months: 1 })).toEqual({ months: 1, until: "day" });
    expect(expiryOf({ months: 120, until: "year" })).toEqual({ months: 120, until: "year" });
    expect(expiryOf({ inactiveMonths: 1 })).toEqual({ inactiveMonths: 1 });
  });

  test("a return window must be shorter than every expiry, and the refusal says how short", () => {
    const refusalOf = (windowDays: number, ...expiries: object[]) => {
      const currencies = expiries.map((expiry, index) => ({ name: `C${index}`, expiry }));
      return programmeFile.safeParse(fileOf({ ...least, currencies, returns: { windowDays } })).error?.issues[0];
    };
    expect(refusalOf(27, { months: 1 }, { months: 12 })).toBeUndefined();
    expect(refusalOf(28, { months: 12 }, { months: 1, until: "year" })).toMatchObject({
      path: ["programmes", 0, "returns", "windowDays"],
      message: "must be less than 28: points of this programme may expire after 28 days",
    });
    expect(refusalOf(364, { inactiveMonths: 12 })).toBeUndefined();
    expect(refusalOf(365, { inactiveMonths: 12 })).toMatchObject({ path: ["programmes", 0, "returns", "windowDays"] });
    expect(refusalOf(365, {})).toMatchObject({ path: ["programmes", 0, "currencies", 0, "expiry"] });
  });

  test.each(["UTC", "Asia/Kolkata", "US/Eastern", "America/Argentina/Buenos_Aires"])(
    "the time zone %s is accepted",
    (timeZone) => {
      expect(programmeFile.parse(fileOf({ ...least, timeZone })).programmes[0]).toMatchObject({ timeZone });
    },
  );

  test.each([0, "0", "1.5", 0.1, "99999999999.9999"])("a rate of %j is accepted", (rate) => {
    const parsed = programmeFile.parse(fileOf({ ...least, earning: { rate } }));
    expect(parsed.programmes[0]?.earning.rate).toBe(String(rate));
  });

  test("names and business IDs are trimmed", () => {
    const given = { ...least, name: " Club ", businessId: " PRG-1\n", currencies: [{ name: " Points " }] };
    expect(programmeFile.parse(fileOf(given))).toEqual(programmeFile.parse(fileOf(least)));
  });

  test.each([
    ["no programme", fileOf(), "programmes"],
    ["an unknown member", { ...fileOf(least), more: 1 }, ""],
    ["an unknown member of a programme", fileOf({ ...least, timezone: "UTC" }), "programmes.0"],
    [
      "an unknown member of a currency",
      fileOf({ ...least, currencies: [{ name: "P", id: 1 }] }),
      "programmes.0.currencies.0",
    ],
    ["an unknown rule", fileOf({ ...least, earning: { ratio: 1 } }), "programmes.0.earning"],
    ["no business ID", fileOf({ ...least, businessId: undefined }), "programmes.0.businessId"],
    ["a blank name", fileOf({ ...least, name: "  " }), "programmes.0.name"],
    ["a name of 256 characters", fileOf({ ...least, name: "x".repeat(256) }), "programmes.0.name"],
    [
      "a description of 4001 characters",
      fileOf({ ...least, description: "x".repeat(4_001) }),
      "programmes.0.description",
    ],
    ["no currency", fileOf({ ...least, currencies: [] }), "programmes.0.currencies"],
    [
      "a currency name twice",
      fileOf({ ...least, currencies: [{ name: "P" }, { name: " P" }] }),
      "programmes.0.currencies",
    ],
    ["a business ID twice", fileOf(least, { ...least, businessId: "PRG-1 " }), "programmes"],
    ["an unknown time zone", fileOf({ ...least, timeZone: "Europe/Atlantis" }), "programmes.0.timeZone"],
    ["a time zone in another case", fileOf({ ...least, timeZone: "europe/berlin" }), "programmes.0.timeZone"],
    ["an offset", fileOf({ ...least, timeZone: "+05:30" }), "programmes.0.timeZone"],
    ["a negative rate", fileOf({ ...least, earning: { rate: "-1" } }), "programmes.0.earning.rate"],
    ["a rate of five decimals", fileOf({ ...least, earning: { rate: 0.00001 } }), "programmes.0.earning.rate"],
    ["a rate that is not a number", fileOf({ ...least, earning: { rate: "one" } }), "programmes.0.earning.rate"],
    ["an unknown rounding", fileOf({ ...least, earning: { rounding: "up" } }), "programmes.0.earning.rounding"],
    ["five decimals", fileOf({ ...least, earning: { fractionDigits: 5 } }), "programmes.0.earning.fractionDigits"],
    [
      "a fraction of a decimal",
      fileOf({ ...least, earning: { fractionDigits: 1.5 } }),
      "programmes.0.earning.fractionDigits",
    ],
    ["a wait of more than a year", fileOf({ ...least, returns: { waitDays: 366 } }), "programmes.0.returns.waitDays"],
    ["a negative wait", fileOf({ ...least, returns: { waitDays: -1 } }), "programmes.0.returns.waitDays"],
    ["an unknown rule of returns", fileOf({ ...least, returns: { days: 1 } }), "programmes.0.returns"],
    [
      "a window of more than a year",
      fileOf({ ...least, returns: { windowDays: 366 } }),
      "programmes.0.returns.windowDays",
    ],
    ["a negative window", fileOf({ ...least, returns: { windowDays: -1 } }), "programmes.0.returns.windowDays"],
    [
      "a negative number of decimals",
      fileOf({ ...least, earning: { fractionDigits: -1 } }),
      "programmes.0.earning.fractionDigits",
    ],
  ])("%s is refused", (_, file, place) => {
    expect(places(file)).toEqual([place]);
  });

  test.each([
    ...[{ months: 0 }, { months: 121 }, { months: 1.5 }, { inactiveMonths: 0 }, { months: 1, inactiveMonths: 1 }],
    ...[{ until: "day" }, { months: 1, until: "week" }, "never", null],
  ])("an expiry of %j is refused", (expiry) => {
    expect(places(fileOf({ ...least, currencies: [{ name: "P", expiry }] }))?.join()).toMatch(
      /^programmes.0.currencies.0.expiry/,
    );
  });
});
