import { expect, test } from "vitest";
import { actionFields, actionResources, showActionFields } from "./action.form.ts";
import { actions } from "./registry.ts";

const optional = (type: string, ...names: string[]) => names.map((name) => ({ name, type, required: false }));
const required = (type: string, name: string) => ({ name, type, required: true });

/** The bodies of the interface's actions, field by field. */
const forms: Readonly<Record<string, unknown[]>> = {
  "Edit Store": [
    ...optional("text", "Name", "Description", "StoreCode", "Address.Street", "Address.City", "Address.StateProvince"),
    ...optional("text", "Address.Country", "Address.PostalCode"),
    ...optional("boolean", "IsParticipating"),
  ],
  "Edit Product": [
    ...optional("text", "Name", "Description", "ProductCode", "Brand", "Category"),
    ...optional("boolean", "Incentivizable"),
  ],
  "Edit Member": [
    ...optional("text", "FullName", "EmailAddress", "MobileNumber"),
    ...optional("date", "DateOfBirth"),
    ...optional("timestamp", "JoinDateTime"),
  ],
  "AddBalance Member": [
    required("amount", "AdjustBalances.Amount"),
    required("text", "AdjustBalances.Name"),
    ...optional("text", "AdjustBalances.Reason"),
  ],
  "PayWithPoints Member": [required("text", "Reference"), required("amount", "Points")],
  "CancelPayment Member": [required("text", "Reference"), ...optional("amount", "Points")],
  "Block Member": optional("text", "Reason"),
  "Unblock Member": [],
  "AddCard Member": [required("text", "CardNumber")],
  "Merge Member": [required("text", "FromMemberExternalID"), ...optional("text", "Reason")],
  "RemoveCard Member": [required("text", "CardNumber")],
  "AddRewardStock Reward": [required("amount", "RewardQuantity")],
  "Lock RedemptionItemCase": [...optional("text", "LockedBy"), ...optional("integer", "LockMinutes")],
  "Unlock RedemptionItemCase": optional("text", "LockedBy"),
  "Cancel RedemptionItemCase": optional("text", "Reason"),
  "Cancel RedemptionCase": optional("text", "Reason"),
  "Use RedemptionItemCase": optional("text", "LockedBy"),
  "MarkAsInactive SegmentCase": [],
  "DeleteObject Product": [],
  "DeleteObject Reward": [],
};

const named = actions.map((action) => [`${action.name} ${action.target.class}`, action] as const);
const actionNamed = (name: string) => named.find(([one]) => one === name)?.[1] as (typeof actions)[number];

test.each(Object.keys(forms))("the fields of %s are those of the interface", (name) => {
  expect(actionFields(actionNamed(name))).toEqual(forms[name]);
});

test("fields have the record's values if the action would replace them, and none if it adds to them", () => {
  const edit = showActionFields(actionNamed("Edit Store"), {
    Name: "Main",
    IsParticipating: false,
    Address: { City: "" },
  });
  const values = Object.fromEntries(edit.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
  expect(values).toEqual({ Name: "Main", IsParticipating: false, "Address.City": "" });
  expect(showActionFields(actionNamed("AddRewardStock Reward"), { RewardQuantity: 7 })).toEqual([
    required("amount", "RewardQuantity"),
  ]);
});

test("uiResources has a component for each field where clients of the DX API expect it", () => {
  const action = actionNamed("AddBalance Member");
  const { root, resources } = actionResources(action, actionFields(action));
  expect(root).toEqual({ type: "reference", config: { name: "AddBalance", type: "view" } });
  expect(resources.views["AddBalance"]?.[0]?.children[0]?.children).toEqual([
    {
      type: "Decimal",
      config: { value: "@P .AdjustBalances.Amount", label: "@L AdjustBalances.Amount", required: true },
    },
    {
      type: "TextInput",
      config: { value: "@P .AdjustBalances.Name", label: "@L AdjustBalances.Name", required: true },
    },
    {
      type: "TextInput",
      config: { value: "@P .AdjustBalances.Reason", label: "@L AdjustBalances.Reason", required: false },
    },
  ]);
  expect(Object.keys(resources.fields)).toEqual(["Amount", "Name", "Reason"].map((name) => `AdjustBalances.${name}`));
});
