import { type Damage, type FilledBooks, set, unknownId } from "./damage.ts";

function versionDamages({ pending, completed, open, unsettled, unopened, idle }: FilledBooks): Damage[] {
  const check = "record.version";
  const taken = (id: string) =>
    [`delete from failing where id = '${id}'`, `delete from pending where id = '${id}'`].slice(id === pending ? 0 : 1);
  return [
    [
      check,
      "a pending sale that was rejected by hand",
      [set("sale", pending, "status = 'Resolved-Rejected'"), ...taken(pending)],
      { class: "SaleCase", id: pending },
    ],
    [check, "a completed sale with version 1", set("sale", completed, "version = 1"), { id: completed }],
    [
      check,
      "a pending redemption that was rejected by hand",
      [set("redemption", unsettled, "status = 'Resolved-Rejected'"), ...taken(unsettled)],
      { class: "RedemptionCase", id: unsettled },
    ],
    [
      check,
      "a new segment that was made inactive by hand",
      [set("segment", unopened, "status = 'Resolved-Inactive'"), ...taken(unopened)],
      { class: "SegmentCase", id: unopened },
    ],
    [
      check,
      "a voucher that was used by hand",
      [set("redemption_item", open, "status = 'Resolved-Completed'"), `delete from expiring where item_id = '${open}'`],
      { class: "RedemptionItemCase", id: open },
    ],
    [
      "sale.key",
      "a key of a sale that does not exist",
      `insert into sale_key (external_id, sale_id) values ('gone', '${unknownId}')`,
      { key: "gone", sale: unknownId },
    ],
    ["card.member", "a card of nobody", `insert into member_key (key, member) values ('lost', '${unknownId}')`, {}],
    [
      "card.member",
      "a card that is another member's ExternalID",
      `insert into member_key (key, member) select external_id, '${idle}' from member where id <> '${idle}' limit 1`,
      {},
    ],
    [check, "a changed note of a new member", set("member", idle, "confirmation_note = 'x'"), { id: idle }],
    [check, "a new member updated by another user", set("member", idle, "update_user_id = 'ann'"), { id: idle }],
    [
      "history.status",
      "a voucher that was used by hand",
      [set("redemption_item", open, "status = 'Resolved-Completed'"), `delete from expiring where item_id = '${open}'`],
      { class: "RedemptionItemCase", id: open },
    ],
  ];
}

function valueDamages({ movingId, locked }: FilledBooks): Damage[] {
  const of = { class: "Store", id: movingId };
  return [
    [
      "history.value",
      "a lock that was given to another till by hand",
      set("redemption_item", locked, "locked_by = 'TILL-7'"),
      { class: "RedemptionItemCase", id: locked, field: "LockedBy" },
    ],
    [
      "history.value",
      "a lock that was made longer by hand",
      set("redemption_item", locked, "locked_until_date_time = locked_until_date_time + interval '1 hour'"),
      { class: "RedemptionItemCase", id: locked, field: "LockedUntilDateTime" },
    ],
    [
      "history.value",
      "a store's code changed by hand",
      set("store", movingId, "store_code = 'by-hand'"),
      { ...of, field: "StoreCode" },
    ],
    [
      "history.value",
      "a store set by hand to participate again",
      set("store", movingId, "is_participating = true"),
      { ...of, field: "IsParticipating" },
    ],
    [
      "history.value",
      "a city changed by hand",
      set("store", movingId, `address = jsonb_set(address, '{City}', '"Rom"')`),
      { ...of, field: "Address.City" },
    ],
    ["history.value", "an emptied address", set("store", movingId, "address = '{}'"), { ...of, field: "Address.City" }],
    [
      "history.value",
      "a product set by hand to earn nothing",
      "update product set incentivizable = false where name = 'Now it earns'",
      { class: "Product", field: "Incentivizable" },
    ],
    [
      "history.chain",
      "a history value that does not fit the next change",
      `update history set changes = jsonb_set(changes, '{1,to}', '"Rom"') where record_id = '${movingId}' and version = 2`,
      { ...of, version: "3", field: "Address.City" },
    ],
  ];
}

function actionDamages({ used, cupId }: FilledBooks): Damage[] {
  return [
    [
      "history.action",
      "an unknown action",
      `update history set action = 'Gift' where record_id = '${used}'`,
      { id: used },
    ],
    [
      "history.action",
      "an action of another class",
      `update history set action = 'AddBalance' where record_id = '${cupId}' and version = 2`,
      { class: "Reward", id: cupId, version: "2" },
    ],
    [
      "history.status",
      "a deleted reward that is active again",
      ["drop index reward_external_id_key", set("reward", cupId, "status = 'Open-Active'")],
      { class: "Reward", id: cupId },
    ],
  ];
}

function keyDamages({ buyer }: FilledBooks): Damage[] {
  const action = "where key = 'taken'";
  const [taken, known] = [{ key: "taken" }, { key: "known" }];
  const check = "idempotency-key.answer";
  return [
    [
      check,
      "an action's key with the answer of another object",
      `update idempotency_key set object_id = '${buyer}' ${action}`,
      taken,
    ],
    [check, "an action's key with another version", `update idempotency_key set version = 1 ${action}`, taken],
    [
      check,
      "an action's key of another action",
      `update idempotency_key set path = replace(path, 'AddBalance', 'Edit') ${action}`,
      taken,
    ],
    [check, "a create's key with another status", "update idempotency_key set status = 'x' where key = 'known'", known],
  ];
}

function auditDamages({ discarded, completed }: FilledBooks): Damage[] {
  return [
    [
      "audit.record",
      "an audit entry of an unknown record",
      `update audit_entry set record_id = '${unknownId}' where operation = 'dead-letter.replay'`,
      { id: unknownId },
    ],
    [
      "audit.discard",
      "a missing audit entry",
      "delete from audit_entry where operation = 'dead-letter.discard'",
      { id: discarded },
    ],
    [
      "audit.discard",
      "a reason changed in the audit",
      "update audit_entry set reason = 'x' where operation = 'dead-letter.discard'",
      { id: discarded },
    ],
    [
      "audit.discard",
      "a reason changed in the record",
      set("sale", discarded, "confirmation_note = 'x'"),
      { id: discarded },
    ],
    [
      "audit.discard",
      "a completed sale set to rejected by an operator",
      set("sale", completed, "status = 'Resolved-Rejected', update_user_id = 'operator'"),
      { id: completed },
    ],
    [
      "audit.discard",
      "an operator's discard given to another user",
      set("sale", discarded, "update_user_id = 'system'"),
      { id: discarded },
    ],
  ];
}

export const recordDamages = (books: FilledBooks): Damage[] => [
  ...versionDamages(books),
  ...valueDamages(books),
  ...actionDamages(books),
  ...keyDamages(books),
  ...auditDamages(books),
];
