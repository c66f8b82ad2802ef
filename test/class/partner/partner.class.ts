import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { editSchema, flag, requiredText } from "../field.ts";
import { defineObject } from "../object.ts";
import { recordOf } from "../record.ts";

const partner = defineObject({
  class: "Partner",
  path: "Partner",
  noun: "partner",
  idPrefix: "PAR",
  fields: {
    PartnerCode: requiredText({ text: "The partner's business key.", example: "PARTNER-1" }),
    Name: requiredText({ text: "The partner's name.", example: "Corner bakery" }),
    IsActive: flag({ text: "Whether points can be spent there.", example: true }, true),
  },
  initial: "Open-Active",
  transitions: { edit: { from: ["Open-Active"], to: "Open-Active" } },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Partner created." },
  key: { field: "PartnerCode", repeats: "refuse" },
});

const editPartner = defineAction({
  name: "Edit",
  target: partner,
  transition: "edit",
  content: editSchema(partner.fields, ["Name", "IsActive"]),
  set: (content) => content,
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Partner changed." },
});

export const partnerClass = defineClass({
  object: partner,
  actions: [editPartner],
  views: [
    defineKeyView("GetPartnerByBusinessKeys", recordOf(partner), "PartnerCode"),
    defineListView("PartnerList", recordOf(partner)),
  ],
});
