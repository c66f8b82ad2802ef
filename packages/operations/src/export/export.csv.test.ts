import { dataViewNamed, member, recordOf } from "@rewards/domain";
import { expect, test } from "vitest";
import { csvOf, personalOf } from "./export.csv.ts";

const { record } = dataViewNamed("StoreList");

test("a page has a column for each field, a reference is an ID, a list is JSON", () => {
  const { head, linesOf } = csvOf(record, ["Name", "Address", "IsParticipating", "CreateUser", "Assignments", "Gone"]);
  const address = { Street: "Main Street 1", City: 'Spring"field', StateProvince: "", Country: "US", PostalCode: null };
  const shown = { ID: "STO-1", Name: "Main,\nStreet", Address: address, IsParticipating: true, Assignments: [] };
  expect(head).toBe(
    "ID,Name,Address.Street,Address.City,Address.StateProvince,Address.Country,Address.PostalCode,IsParticipating,CreateUser,Assignments,Gone\n",
  );
  expect(
    linesOf([
      { ...shown, CreateUser: { "@class": "User", ID: "USR-api" } },
      { ID: "STO-2", Address: null },
    ]),
  ).toBe('STO-1,"Main,\nStreet",Main Street 1,"Spring""field",,US,,true,USR-api,[],\nSTO-2,,,,,,,,,,\n');
});

test("a text that a spreadsheet would take for a formula is none any more; numbers stay numbers", () => {
  const { linesOf } = csvOf(record, ["Name"]);
  const written = (Name: unknown) => linesOf([{ ID: "1", Name }]).slice(2, -1);
  for (const begin of ["=", "+", "-", "@", "\t"]) expect(written(`${begin}1+1`)).toBe(`'${begin}1+1`);
  expect(written('=HYPERLINK("x","y")')).toBe(`"'=HYPERLINK(""x"",""y"")"`);
  expect([written(-5.25), written(0), written("1-1")]).toEqual(["-5.25", "0", "1-1"]);
});

test("the fields that describe a person are known, also behind a reference", () => {
  expect(personalOf(recordOf(member), ["ExternalID", "FullName", "EmailAddress"]).sort()).toEqual([
    "EmailAddress",
    "FullName",
  ]);
  const { record: entry } = dataViewNamed("LedgerEntriesBetweenDates");
  expect(personalOf(entry, ["Type", "Member.FullName", "Member.ExternalID"])).toEqual(["Member.FullName"]);
});
