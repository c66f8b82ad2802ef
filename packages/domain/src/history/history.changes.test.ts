import { describe, expect, test } from "vitest";
import { actionFields } from "../action.form.ts";
import { statusAfter } from "../action.ts";
import { member } from "../member/member.class.ts";
import { isFinal } from "../object.ts";
import { actions, objects } from "../registry.ts";
import { reward } from "../reward/reward.class.ts";
import { store } from "../store/store.class.ts";
import { fieldChanges } from "./history.changes.ts";

const before = {
  Name: "Old",
  Description: "",
  IsParticipating: true,
  Address: { Street: "Oak", City: "Bonn" },
  StoreCode: "S",
};

describe("fieldChanges", () => {
  test.each([
    ["nothing set", {}, []],
    ["the same value set", { Name: "Old", IsParticipating: true, Address: { City: "Bonn" } }, []],
    ["a text", { Name: "New" }, [{ field: "Name", from: "Old", to: "New" }]],
    ["a text from empty", { Description: "D" }, [{ field: "Description", from: "", to: "D" }]],
    ["a boolean", { IsParticipating: false }, [{ field: "IsParticipating", from: "true", to: "false" }]],
    ["a field of a page", { Address: { City: "Köln" } }, [{ field: "Address.City", from: "Bonn", to: "Köln" }]],
    ["a page's field that was left out", { Address: { Street: undefined, City: "Bonn" } }, []],
    [
      "a page's field that was not set",
      { Address: { Country: "DE" } },
      [{ field: "Address.Country", from: null, to: "DE" }],
    ],
    [
      "several, in the order they are set",
      { StoreCode: "T", Name: "New" },
      [
        { field: "StoreCode", from: "S", to: "T" },
        { field: "Name", from: "Old", to: "New" },
      ],
    ],
  ])("reports %s", (_, set, changes) => expect(fieldChanges(store, before, set)).toEqual(changes));

  test("reports an instant in UTC, and null for none", () => {
    const change = { field: "JoinDateTime", from: null, to: "1970-01-01T00:00:00.000Z" };
    expect(fieldChanges(member, { JoinDateTime: null }, { JoinDateTime: new Date(0) })).toEqual([change]);
  });
});

test("an amount or a date that is stored in another form has not changed, and is reported as callers see it", () => {
  const stored = { RewardQuantity: "0.0500" };
  expect(fieldChanges(reward, stored, { RewardQuantity: 0.05 })).toEqual([]);
  expect(fieldChanges(reward, stored, { RewardQuantity: 100 })).toEqual([
    { field: "RewardQuantity", from: "0.05", to: "100" },
  ]);
  expect(fieldChanges(member, { DateOfBirth: new Date("2000-01-01") }, { DateOfBirth: "2000-01-01" })).toEqual([]);
});

/** Rows of history never change: personal data in one could not be erased. */
test("a personal field is reported as changed, without its values; as it was, it is not reported", () => {
  const stored = { FullName: "Ada", DateOfBirth: new Date("2000-01-01"), EmailAddress: "" };
  expect(fieldChanges(member, stored, { FullName: "Bea", EmailAddress: "", DateOfBirth: null })).toEqual([
    { field: "FullName", from: null, to: null },
    { field: "DateOfBirth", from: null, to: null },
  ]);
});

test("of a class that holds a person's data, actions set personal fields, the time of joining, who locked a voucher and why one was cancelled, and nothing else", () => {
  const persons = ["Member", "SaleCase", "RedemptionCase", "RedemptionItemCase"];
  const setting = actions.filter(({ set, target }) => set && persons.includes(target.class));
  const kept = setting.flatMap((action) =>
    actionFields(action).flatMap(({ name }) => (action.target.fields[name]?.personal ? [] : [name])),
  );
  expect(setting.map(({ name, target }) => `${name} of ${target.class}`)).toEqual([
    "Cancel of RedemptionCase",
    "Lock of RedemptionItemCase",
    "Cancel of RedemptionItemCase",
    "Edit of Member",
  ]);
  expect(kept).toEqual(["Reason", "LockedBy", "LockMinutes", "Reason", "JoinDateTime"]);
});

test("a class whose history is read from its rows has at most one move that others may follow; actions end its moves", () => {
  const fromRow = objects.filter(({ historyFromRow }) => historyFromRow);
  expect(fromRow.map(({ class: name }) => name)).toEqual(["SaleCase", "RedemptionCase"]);
  for (const definition of fromRow) {
    const own = actions.filter(({ target }) => target.class === definition.class);
    expect(own.filter((action) => !isFinal(definition, statusAfter(action) ?? ""))).toEqual([]);
    const left = new Set(Object.values(definition.transitions).flatMap(({ from }) => from));
    for (const [name, { to }] of Object.entries(definition.transitions))
      expect([name, left.has(to ?? "")]).toEqual([name, name === definition.historyFromRow?.repeats]);
  }
});
