/** What a field means, and an example of its value. `isNullable` where the service may show null in a field it writes. */
export interface FieldDoc {
  readonly text: string;
  readonly example?: unknown;
  readonly isNullable?: true;
}

const reference = (className: string, id: string) => ({ "@class": className, ID: id });
export const exampleUuid = "01a1fe4e5130747296a822878b7abcfa";

/** Fields that callers write. Named by the field alone, or by its class or page and the field where it differs there. */
const written: Readonly<Record<string, FieldDoc>> = {
  Origin: { text: "Where the record comes from.", example: "API" },
  ExternalID: { text: "The caller's own key of the record.", example: "POS-7-000123" },
  "Member.ExternalID": { text: "The member's business key: `MemberExternalID` elsewhere.", example: "M-1001" },
  "Reward.ExternalID": { text: "The reward's business key: `RewardExternalID` elsewhere.", example: "R-MUG" },
  "SaleCase.ExternalID": {
    text: "The sale's idempotency key, over the whole service and for ever: the same key with the same content is answered as the first time and earns nothing twice.",
    example: "POS-7-000123",
  },
  "RedemptionCase.ExternalID": {
    text: "The redemption's idempotency key, where there is one: the same key with the same content is answered as the first time.",
    example: "APP-000042",
  },
  DateOfBirth: { text: "The member's day of birth.", example: "1990-05-17" },
  EmailAddress: { text: "Where the member gets mail.", example: "ada@example.com" },
  FullName: { text: "The member's name.", example: "Ada Example" },
  MobileNumber: { text: "The member's mobile number.", example: "491700000000" },
  JoinDateTime: { text: "When the member joined.", example: "2026-01-15T09:30:00.000Z" },
  ProgramBusinessID: { text: "The BusinessID of the member's programme.", example: "REWARDS" },
  Name: { text: "The record's name.", example: "Example" },
  "Store.Name": { text: "The store's name.", example: "Main Street" },
  "Product.Name": { text: "The product's name.", example: "Ground coffee, 500 g" },
  "Reward.Name": { text: "The reward's name.", example: "Coffee mug" },
  "SegmentCase.Name": { text: "The segment's name.", example: "Regulars" },
  "AdjustBalances.Name": { text: "The name of the currency to adjust.", example: "Points" },
  Description: { text: "A description for people.", example: "Open from 7 to 21" },
  StoreCode: { text: "The store's business key.", example: "S-042" },
  IsParticipating: { text: "Whether sales of this store earn points.", example: true },
  Address: { text: "Where the store is." },
  Street: { text: "Street and number.", example: "Main Street 1" },
  City: { text: "City.", example: "Springfield" },
  StateProvince: { text: "State or province.", example: "IL" },
  Country: { text: "Country.", example: "US" },
  PostalCode: { text: "Postal code.", example: "62701" },
  ProductCode: { text: "The product's business key.", example: "P-COFFEE" },
  Brand: { text: "The product's brand.", example: "Roastery" },
  Category: { text: "The product's category.", example: "Beverages" },
  Incentivizable: { text: "Whether the product earns points.", example: true },
  RewardType: {
    text: "`stock_control`: never issued beyond its stock. Of any other type no stock is counted.",
    example: "stock_control",
  },
  RewardExpiration: { text: "From then on the reward cannot be redeemed.", example: "2027-12-31T23:59:59.000Z" },
  RewardCost: {
    text: "What one costs, in the first currency of the member's programme; empty: nothing.",
    example: "100",
  },
  DaysAvailable: { text: "For how many days a voucher of it is valid; empty: no limit of its own.", example: "30" },
  SaleChannelCode: { text: "The channel that the sale came through.", example: "STORE" },
  PointOfSaleID: { text: "The point of sale.", example: "TILL-3" },
  SaleItems: { text: "The lines of the sale." },
  "SaleItems.Quantity": { text: "How many, or how much.", example: 2 },
  TotalAmount: { text: "What the line costs in all; negative for a return, as its quantity is.", example: 19.98 },
  SaleDateTime: { text: "When the sale was made.", example: "2026-11-21T13:31:48.000Z" },
  MemberExternalID: { text: "The ExternalID of the member.", example: "M-1001" },
  RedemptionItems: { text: "What is redeemed: one voucher a line." },
  "RedemptionItems.Quantity": { text: "How many.", example: "1" },
  RewardExternalID: { text: "The ExternalID of the reward.", example: "R-MUG" },
  VoucherCode: { text: "The voucher's code; empty on a redemption: one is minted.", example: "X3AJA-GKMAR-5C5P" },
  "RedemptionItems.VoucherCode": { text: "A code of the caller's own; empty: one is minted.", example: "" },
  AdjustBalances: { text: "What is added to a balance, or taken from it." },
  Amount: { text: "The amount; negative for a deduction, which never goes below zero.", example: 25 },
  "RewardAddRewardStock.RewardQuantity": { text: "How much stock is added.", example: 10 },
};

/** Parameters of data views. */
const parameters: Readonly<Record<string, FieldDoc>> = {
  FromDateTime: { text: "From this instant on, included.", example: "2026-01-01T00:00:00.000Z" },
  ToDateTime: { text: "Up to this instant, included.", example: "2099-12-31T23:59:59.999Z" },
  "Voucher Code": { text: "A voucher's code; case, spaces and hyphens do not count.", example: "X3AJA-GKMAR-5C5P" },
  ObjectID: { text: "The ID of the object.", example: `MEM-${exampleUuid}` },
};

/** Fields that the service writes. */
const shown: Readonly<Record<string, FieldDoc>> = {
  "@class": { text: "The class of the record." },
  "@version": { text: "1 at first, and one more with every change of the record.", example: 1 },
  ID: { text: "The record's opaque ID.", example: `SALE-${exampleUuid}` },
  classID: { text: "The class of the record." },
  CreateDateTime: { text: "When the record was made.", example: "2026-11-21T13:31:49.313Z" },
  "HistoryEntry.CreateDateTime": {
    text: "When it was changed; null where a sale went on from waiting, of which its row tells no time.",
    example: "2026-11-21T13:31:49.313Z",
    isNullable: true,
  },
  "HistoryEntry.ConfirmationNote": {
    text: "The note of the change; null where the object's row tells it no more.",
    example: "Sale accepted for processing.",
    isNullable: true,
  },
  "HistoryEntry.MessageText": {
    text: "The change in one sentence.",
    example: 'Edit: Name changed from "Corner shop" to "Main Street".',
  },
  "HistoryEntry.PerformerUserName": { text: "The user who made the change, as CreateUserID.", example: "api" },
  "MemberBalance.UpdateDateTime": {
    text: "When the balance last changed; null: it never did.",
    example: "2026-11-21T13:31:49.313Z",
    isNullable: true,
  },
  UpdateDateTime: { text: "When the record was last changed.", example: "2026-11-21T13:31:49.313Z" },
  CreateUser: { text: "Who made the record.", example: reference("User", "USR-api") },
  UpdateUser: { text: "Who last changed the record.", example: reference("User", "USR-api") },
  CreateUserID: { text: "Who made the record, by name.", example: "api" },
  UpdateUserID: { text: "Who last changed the record, by name.", example: "api" },
  ApplicationName: { text: "The product's name." },
  ApplicationVersion: { text: "The product's version.", example: "0.1.0" },
  HistoryCounter: { text: "Equal to `@version`.", example: 1 },
  Status: { text: "`<category>-<stage name>`." },
  "Program.Status": { text: "`<category>-<stage name>`.", example: "Open-Active" },
  BusinessID: { text: "A short ID that the service gives.", example: "SALE-1042" },
  "Program.BusinessID": { text: "The programme's business key.", example: "REWARDS" },
  pzCaseTypeID: { text: "Always empty." },
  CaseSLAEventID: { text: "Always empty." },
  pzActiveStates: { text: "Always empty." },
  CurrentStageID: { text: "The status after its hyphen, in CamelCase.", example: "Active" },
  CurrentStageName: { text: "The status after its hyphen.", example: "Active" },
  ConfirmationNote: {
    text: "What came of the last step, for a person; begins with a code where it is a refusal.",
    example: "",
  },
  Urgency: { text: "Always 10." },
  Assignments: { text: "Always empty." },
  StoreStatus: { text: "Always `Active`." },
  Prices: { text: "Always empty." },
  QuantityAvailable: { text: "What is left of the stock.", example: 9 },
  RewardQuantity: { text: "All stock ever added.", example: 10 },
  Quantity: { text: "How many.", example: 1 },
  Reward: { text: "The reward.", example: reference("Reward", `REW-${exampleUuid}`) },
  Redemption: { text: "The redemption that it came from.", example: reference("RedemptionCase", `RED-${exampleUuid}`) },
  ExpirationDateTime: {
    text: "From then on the voucher is refused; null: it does not expire.",
    example: "2026-12-21T13:31:49.313Z",
    isNullable: true,
  },
  IsInstantRedemption: { text: "Always false." },
  CurrencyAvailable: { text: "What of this award is left to spend.", example: 120 },
  CurrencyAwarded: { text: "The amount; negative where points were taken.", example: 120 },
  Type: { text: "What changed the balance.", example: "Sale" },
  Member: { text: "The member.", example: reference("Member", `MEM-${exampleUuid}`) },
  MemberBalance: { text: "The balance right after the entry.", example: 120 },
  Currency: { text: "The currency.", example: reference("Currency", "CUR-01900000000070008000000000000002") },
  Sequence: { text: "Counts the entries of a member and currency, without a gap.", example: 1 },
  Source: { text: "The record that caused the entry.", example: reference("SaleCase", `SALE-${exampleUuid}`) },
  Balance: { text: "What the member holds; negative only after a return.", example: 120 },
  Program: { text: "The programme.", example: reference("Program", "PRG-01900000000070008000000000000001") },
  Currencies: {
    text: "The programme's currencies, the first of which sales earn in.",
    example: [reference("Currency", "CUR-01900000000070008000000000000002")],
  },
  Object: { text: "The object that was changed.", example: reference("Member", `MEM-${exampleUuid}`) },
  ObjectVersion: { text: "The `@version` that the change gave the object.", example: 2 },
  Action: { text: "The action, or what a worker or an operator did.", example: "Edit" },
  Field: { text: "The field; null where the change gave no field another value.", example: "Status", isNullable: true },
  From: { text: "Its value before; null where it had none.", example: "Open-Active", isNullable: true },
  To: { text: "Its value after; null where it has none.", example: "Resolved-Deleted", isNullable: true },
  TimeZoneText: { text: "The programme's time zone.", example: "Europe/Berlin" },
};

const docs: Readonly<Record<string, FieldDoc>> = { ...shown, ...parameters, ...written };

/** What is known of a field: of the class or page that holds it first, else of any field of that name. */
export function docOf(owner: string, field: string): FieldDoc | undefined {
  return docs[`${owner}.${field}`] ?? docs[field];
}
