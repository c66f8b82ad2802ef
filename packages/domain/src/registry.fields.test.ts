import { describe, expect, test } from "vitest";
import { recordOf } from "./record.ts";
import { dataViews, idPrefixOf, objectOfClass, objects, records } from "./registry.ts";

/** The interface's record metadata. ID, @version and @class come with every record; Name is a field of each class. */
const metadata = {
  CreateDateTime: "timestamp",
  UpdateDateTime: "timestamp",
  CreateUser: "reference",
  UpdateUser: "reference",
  CreateUserID: "text",
  UpdateUserID: "text",
  ApplicationName: "text",
  ApplicationVersion: "text",
  HistoryCounter: "integer",
  Status: "text",
  BusinessID: "text",
  pzCaseTypeID: "text",
  CaseSLAEventID: "text",
  pzActiveStates: "list",
  CurrentStageID: "text",
  CurrentStageName: "text",
  ConfirmationNote: "text",
  Urgency: "integer",
  Assignments: "list",
};

/** The interface's field lists, which classes must have; they may have more, and contract.txt shows all of them. */
const objectFields: Record<string, Record<string, string>> = {
  Member: {
    Origin: "text",
    ExternalID: "text",
    DateOfBirth: "date",
    EmailAddress: "text",
    FullName: "text",
    MobileNumber: "text",
    JoinDateTime: "timestamp",
    ProgramBusinessID: "text",
    Name: "text",
  },
  Store: {
    Origin: "text",
    StoreCode: "text",
    Name: "text",
    Description: "text",
    IsParticipating: "boolean",
    Address: "page",
    StoreStatus: "text",
  },
  Product: {
    Origin: "text",
    Name: "text",
    Description: "text",
    ProductCode: "text",
    Brand: "text",
    Category: "text",
    Incentivizable: "boolean",
  },
  Reward: {
    Origin: "text",
    Name: "text",
    ExternalID: "text",
    RewardType: "text",
    RewardExpiration: "timestamp",
    RewardCost: "text",
    DaysAvailable: "text",
    Prices: "list",
    QuantityAvailable: "amount",
    RewardQuantity: "amount",
  },
  SaleCase: {
    Origin: "text",
    ExternalID: "text",
    SaleChannelCode: "text",
    PointOfSaleID: "text",
    SaleItems: "pages",
    SaleDateTime: "timestamp",
    MemberExternalID: "text",
    StoreCode: "text",
    Name: "text",
  },
  RedemptionCase: {
    Origin: "text",
    ExternalID: "text",
    MemberExternalID: "text",
    RedemptionItems: "pages",
    Name: "text",
  },
  RedemptionItemCase: {
    Name: "text",
    Quantity: "amount",
    Reward: "reference",
    Redemption: "reference",
    VoucherCode: "text",
    ExpirationDateTime: "timestamp",
    IsInstantRedemption: "boolean",
  },
  SegmentCase: { Name: "text", Description: "text" },
};

const recordFields: Record<string, Record<string, string>> = {
  LedgerEntryCase: {
    CurrencyAvailable: "amount",
    CurrencyAwarded: "amount",
    Type: "text",
    Member: "reference",
    MemberBalance: "amount",
    Currency: "reference",
    CreateDateTime: "timestamp",
    Sequence: "integer",
    Source: "reference",
  },
  Program: { Name: "text", Description: "text", Currencies: "references", TimeZoneText: "text", ...metadata },
};

const shownTypes = (fields: ReturnType<typeof recordOf>["fields"]) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { store, type }]) => (store === "hidden" ? [] : [[name, type]])),
  );

describe("a record has the fields of the interface", () => {
  test.each(Object.entries(objectFields))("%s", (className, fields) => {
    const definition = objectOfClass(className);
    if (!definition) throw new Error(`no class ${className}`);
    const record = recordOf(definition);
    expect(shownTypes(record.fields)).toMatchObject({ ...fields, ...metadata });
    expect([record.class, record.idPrefix]).toEqual([className, definition.idPrefix]);
  });

  test.each(Object.entries(recordFields))("%s", (className, fields) => {
    const record = records.find((one) => one.class === className);
    expect(record && shownTypes(record.fields)).toMatchObject(fields);
  });
});

describe("the fields of a record", () => {
  const all = [...objects.map(recordOf), ...records];

  test("refer to classes that exist", () => {
    const referring = all.flatMap(({ fields }) =>
      Object.values(fields).flatMap((field) =>
        field.type.startsWith("reference") && field.class ? [field.class] : [],
      ),
    );
    expect(referring.length).toBeGreaterThan(0);
    for (const className of referring) expect(className === "User" || idPrefixOf(className)).toBeTruthy();
  });

  test("name the class of every page and reference, except of a ledger entry's source and history's object", () => {
    const nameless = all.flatMap((record) =>
      Object.entries(record.fields).flatMap(([name, field]) =>
        /^(page$|reference)/.test(field.type) && !field.class ? [`${record.class}.${name}`] : [],
      ),
    );
    expect(nameless).toEqual(["LedgerEntryCase.Source", "HistoryEntry.Object"]);
    const classOf = (className: string, name: string) => objectOfClass(className)?.fields[name]?.class;
    expect(classOf("Store", "Address")).toBe("LocationAddress");
    expect(classOf("RedemptionItemCase", "Reward")).toBe("Reward");
    expect(classOf("RedemptionItemCase", "Redemption")).toBe("RedemptionCase");
  });

  test("that are personal can be encrypted: no key, no fixed condition and no list goes by them", () => {
    for (const { class: name, fields, key, unique = [], indexes = [], listedBy = [] } of objects) {
      const personal = Object.entries(fields).flatMap(([field, { personal }]) => (personal ? [field] : []));
      if (personal.length === 0) continue;
      for (const field of personal) expect(["text", "date"]).toContain(fields[field]?.type);
      // A repeat is compared with the stored record, which would have to be decrypted.
      expect([name, key?.repeats]).toEqual([name, "refuse"]);
      const used = [key?.field, ...unique, ...indexes, ...listedBy];
      for (const { record, where, orderBy = [] } of dataViews)
        if (record.class === name) used.push(...where.map(({ field }) => field), ...orderBy);
      expect(used.filter((field) => personal.includes(field ?? ""))).toEqual([]);
    }
  });

  test("that are constant have the values that clients of the DX API expect", () => {
    const constants = (className: string) =>
      Object.fromEntries(
        all
          .filter((record) => record.class === className)
          .flatMap(({ fields }) => Object.entries(fields))
          .flatMap(([name, { store, value }]) => (store === "constant" ? [[name, value]] : [])),
      );
    const every = {
      ApplicationName: "Rewards",
      ApplicationVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      pzCaseTypeID: "",
      CaseSLAEventID: "",
      pzActiveStates: [],
      Urgency: 10,
      Assignments: [],
    };
    expect(constants("Member")).toMatchObject(every);
    expect(constants("Store")).toMatchObject({ ...every, StoreStatus: "Active" });
    expect(constants("Reward")).toMatchObject({ ...every, Prices: [] });
    expect(constants("RedemptionItemCase")).toMatchObject({ ...every, IsInstantRedemption: false });
  });
});
