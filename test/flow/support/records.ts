import { expect } from "vitest";

/** What the interface and the decisions say that records look like, written out: the tests' own copy. */
const metadataKeys = [
  "@version",
  "@class",
  "ID",
  "Name",
  "CreateDateTime",
  "UpdateDateTime",
  "CreateUser",
  "UpdateUser",
  "CreateUserID",
  "UpdateUserID",
  "ApplicationName",
  "ApplicationVersion",
  "HistoryCounter",
  "Status",
  "BusinessID",
  "pzCaseTypeID",
  "CaseSLAEventID",
  "pzActiveStates",
  "CurrentStageID",
  "CurrentStageName",
  "ConfirmationNote",
  "Urgency",
  "Assignments",
];

const recordKeys = {
  Store: [...metadataKeys, "Origin", "StoreCode", "Description", "IsParticipating", "Address", "StoreStatus"],
  Product: [...metadataKeys, "Origin", "Description", "ProductCode", "Brand", "Category", "Incentivizable"],
  Reward: [
    ...metadataKeys,
    "Origin",
    "ExternalID",
    "RewardType",
    "RewardExpiration",
    "RewardCost",
    "DaysAvailable",
    "Prices",
    "QuantityAvailable",
    "RewardQuantity",
  ],
  Member: [
    ...metadataKeys,
    "Origin",
    "ExternalID",
    "DateOfBirth",
    "EmailAddress",
    "FullName",
    "MobileNumber",
    "JoinDateTime",
    "ProgramBusinessID",
  ],
  SaleCase: [
    ...metadataKeys,
    "Origin",
    "ExternalID",
    "SaleChannelCode",
    "PointOfSaleID",
    "SaleItems",
    "SaleDateTime",
    "MemberExternalID",
    "StoreCode",
  ],
  RedemptionCase: [...metadataKeys, "Origin", "ExternalID", "MemberExternalID", "RedemptionItems"],
  RedemptionItemCase: [
    ...metadataKeys,
    "Quantity",
    "Reward",
    "Redemption",
    "VoucherCode",
    "ExpirationDateTime",
    "IsInstantRedemption",
  ],
  SegmentCase: [...metadataKeys, "Description"],
  LedgerEntryCase: [
    "@version",
    "@class",
    "ID",
    "CurrencyAvailable",
    "CurrencyAwarded",
    "Type",
    "Member",
    "MemberBalance",
    "Currency",
    "CreateDateTime",
    "Sequence",
    "Source",
  ],
  Program: [...metadataKeys, "Description", "Currencies", "TimeZoneText"],
  Currency: ["@version", "@class", "ID", "Name", "Description", "Program", "CreateDateTime", "UpdateDateTime"],
  MemberBalance: ["@version", "@class", "ID", "Name", "Member", "Currency", "Balance", "UpdateDateTime"],
} as const;

const prefixes = {
  Store: "STO",
  Product: "PRO",
  Reward: "REW",
  Member: "MEM",
  SaleCase: "SALE",
  RedemptionCase: "RED",
  RedemptionItemCase: "ITEM",
  SegmentCase: "SEG",
  LedgerEntryCase: "LED",
  Program: "PRG",
  Currency: "CUR",
  MemberBalance: "BAL",
} as const;
export type RecordClass = keyof typeof prefixes;

/** An ID tells its class, and is safe in a URL. */
export const idOf = (name: RecordClass) => expect.stringMatching(new RegExp(`^${prefixes[name]}-[0-9a-f]{32}$`));
export const businessIdOf = (name: RecordClass) => expect.stringMatching(new RegExp(`^${prefixes[name]}-[1-9]\\d*$`));
export const note = expect.stringMatching(/\S/);
export const timestampPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const timestamp = expect.stringMatching(timestampPattern);

export function expectKeys(record: object, name: RecordClass): void {
  expect(Object.keys(record).toSorted()).toEqual([...recordKeys[name]].toSorted());
}

/** The metadata of a record that callers created and that is in this status and version. */
export function metadataOf(
  name: RecordClass,
  {
    id,
    status,
    stageId,
    version,
    updatedBy = "api",
  }: {
    id: string;
    status: string;
    stageId: string;
    version: number;
    updatedBy?: string;
  },
) {
  return {
    "@class": name,
    "@version": version,
    ID: id,
    CreateDateTime: timestamp,
    UpdateDateTime: timestamp,
    CreateUser: { "@class": "User", ID: expect.any(String) },
    UpdateUser: { "@class": "User", ID: expect.any(String) },
    CreateUserID: "api",
    UpdateUserID: updatedBy,
    ApplicationName: "Rewards",
    ApplicationVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    HistoryCounter: version,
    Status: status,
    BusinessID: businessIdOf(name),
    pzCaseTypeID: "",
    CaseSLAEventID: "",
    pzActiveStates: [],
    CurrentStageID: stageId,
    CurrentStageName: status.slice(status.indexOf("-") + 1),
    ConfirmationNote: expect.any(String),
    Urgency: 10,
    Assignments: [],
  };
}
