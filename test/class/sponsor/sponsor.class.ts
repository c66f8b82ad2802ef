import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineListView } from "../data-view.list.ts";
import { defineKeyView } from "../data-view.ts";
import { editSchema, flag, requiredText } from "../field.ts";
import { defineObject } from "../object.ts";
import { recordOf } from "../record.ts";

const sponsor = defineObject({
  class: "Sponsor",
  path: "Sponsor",
  noun: "sponsor",
  idPrefix: "SPO",
  fields: {
    SponsorCode: requiredText({ text: "The sponsor's business key.", example: "SPONSOR-1" }),
    Name: requiredText({ text: "The sponsor's name.", example: "Corner bakery" }),
    IsActive: flag({ text: "Whether the sponsor pays for rewards.", example: true }, true),
  },
  initial: "Open-Active",
  transitions: { edit: { from: ["Open-Active"], to: "Open-Active" } },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Sponsor created." },
  key: { field: "SponsorCode", repeats: "refuse" },
});

const editSponsor = defineAction({
  name: "Edit",
  target: sponsor,
  transition: "edit",
  content: editSchema(sponsor.fields, ["Name", "IsActive"]),
  set: (content) => content,
  answer: { shape: ["data.objectInfo.status", "confirmationNote"], note: "Sponsor changed." },
});

export const sponsorClass = defineClass({
  object: sponsor,
  actions: [editSponsor],
  views: [
    defineKeyView("GetSponsorByBusinessKeys", recordOf(sponsor), "SponsorCode"),
    defineListView("SponsorList", recordOf(sponsor)),
  ],
});
