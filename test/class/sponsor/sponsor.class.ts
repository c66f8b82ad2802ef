import { defineAction } from "../action.ts";
import { defineClass } from "../class.ts";
import { defineKeyView, defineListView } from "../data-view.ts";
import {
  editSchema,
  flag,
  optionalDate,
  optionalTimestamp,
  requiredAmount,
  requiredKey,
  requiredText,
} from "../field.ts";
import { defineObject, deletedStatus } from "../object.ts";
import { recordOf } from "../record.ts";

const sponsor = defineObject({
  class: "Sponsor",
  path: "Sponsor",
  noun: "sponsor",
  idPrefix: "SPO",
  fields: {
    SponsorCode: requiredKey({ text: "The sponsor's business key.", example: "SPONSOR-1" }),
    Name: requiredText({ text: "The sponsor's name.", example: "Corner bakery" }),
    Budget: requiredAmount(
      { text: "What the sponsor pays in a year.", example: 1200.5 },
      "More than 0.",
      (sum) => sum > 0,
    ),
    Founded: optionalDate({ text: "The day the sponsor was founded.", example: "1990-12-31" }),
    ContractEnd: optionalTimestamp({ text: "When the contract ends.", example: "2030-12-31T23:00:00.000Z" }),
    IsActive: flag({ text: "Whether the sponsor pays for rewards.", example: true }, true),
  },
  initial: "Open-Active",
  transitions: {
    edit: { from: ["Open-Active"], to: "Open-Active" },
    suspend: { from: ["Open-Active"], to: "Open-Suspended" },
    resume: { from: ["Open-Suspended"], to: "Open-Active" },
    delete: { from: ["Open-Active", "Open-Suspended"], to: deletedStatus },
  },
  created: { shape: ["data.objectInfo.status", "ID", "confirmationNote"], note: "Sponsor created." },
  key: { field: "SponsorCode", repeats: "refuse" },
});

const shape = ["data.objectInfo.status", "confirmationNote"] as const;

const editSponsor = defineAction({
  name: "Edit",
  target: sponsor,
  transition: "edit",
  right: "edit",
  content: editSchema(sponsor.fields, ["Name", "Budget", "Founded", "ContractEnd", "IsActive"]),
  set: (content) => content,
  answer: { shape, note: "Sponsor changed." },
});

const suspendSponsor = defineAction({
  name: "Suspend",
  target: sponsor,
  transition: "suspend",
  right: "suspend",
  answer: { shape, note: "Sponsor suspended." },
});

const resumeSponsor = defineAction({
  name: "Resume",
  target: sponsor,
  transition: "resume",
  right: "resume",
  answer: { shape, note: "Sponsor resumed." },
});

const deleteSponsor = defineAction({
  name: "DeleteObject",
  target: sponsor,
  transition: "delete",
  right: "deleteObject",
  answer: { shape, note: "Sponsor deleted." },
});

export const sponsorClass = defineClass({
  object: sponsor,
  actions: [editSponsor, suspendSponsor, resumeSponsor, deleteSponsor],
  views: [
    defineKeyView("GetSponsorByBusinessKeys", recordOf(sponsor), "SponsorCode"),
    defineListView("SponsorList", recordOf(sponsor)),
  ],
});
