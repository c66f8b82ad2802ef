import { actions, objects, recordOf } from "@rewards/domain";
import { type Schema, schemaRef } from "./openapi.types.ts";
import { fieldNames } from "./record.schemas.ts";

const text = { type: "string" };

/** An object as it is read by its ID: its class tells the record in `content`, which is whole. */
const objectInfos: Readonly<Record<string, Schema>> = Object.fromEntries(
  objects.map((definition) => [
    `${definition.class}Info`,
    {
      type: "object",
      properties: {
        ID: text,
        objectTypeID: { type: "string", const: definition.class },
        status: text,
        businessID: text,
        createTime: { type: "string", format: "date-time" },
        createdBy: text,
        content: { allOf: [schemaRef(definition.class), { required: fieldNames(recordOf(definition)) }] },
        availableActions: {
          type: "array",
          description: "The actions that the object's status allows.",
          items: {
            type: "object",
            properties: { ID: schemaRef("ActionName"), name: text },
            required: ["ID", "name"],
            additionalProperties: false,
          },
        },
      },
      required: [
        "ID",
        "objectTypeID",
        "status",
        "businessID",
        "createTime",
        "createdBy",
        "content",
        "availableActions",
      ],
      additionalProperties: false,
    },
  ]),
);

const mapping = objects.map(({ class: name }) => [name, `#/components/schemas/${name}Info`]);

export const objectSchemas: Readonly<Record<string, Schema>> = {
  ...objectInfos,
  ObjectInfo: {
    oneOf: objects.map(({ class: name }) => schemaRef(`${name}Info`)),
    discriminator: { propertyName: "objectTypeID", mapping: Object.fromEntries(mapping) },
  },
  ObjectAnswer: {
    type: "object",
    properties: {
      data: {
        type: "object",
        properties: { objectInfo: schemaRef("ObjectInfo") },
        required: ["objectInfo"],
        additionalProperties: false,
      },
    },
    required: ["data"],
    additionalProperties: false,
  },
  ActionName: { type: "string", enum: [...new Set(actions.map(({ name }) => name))] },
  ActionField: {
    type: "object",
    properties: {
      name: { type: "string", description: "`Name`, or `Address.City` within a page." },
      type: text,
      required: { type: "boolean" },
      value: { description: "The object's, where the action would change it." },
    },
    required: ["name", "type", "required"],
    additionalProperties: false,
  },
  ActionAnswer: {
    type: "object",
    properties: {
      data: {
        type: "object",
        properties: {
          objectInfo: schemaRef("ObjectInfo"),
          action: {
            type: "object",
            properties: {
              ID: schemaRef("ActionName"),
              name: text,
              fields: { type: "array", items: schemaRef("ActionField") },
            },
            required: ["ID", "name", "fields"],
            additionalProperties: false,
          },
        },
        required: ["objectInfo", "action"],
        additionalProperties: false,
      },
      uiResources: { type: "object", description: "The same for clients that draw forms." },
    },
    required: ["data"],
    additionalProperties: false,
  },
};
