import { actions, objects } from "@rewards/domain";
import { infoName } from "./names.ts";
import { closed, type Schema, schemaRef } from "./openapi.types.ts";

const text = { type: "string" };

/** An object read by its ID. Its class determines the record in `content`, which is complete. */
const objectInfos: Readonly<Record<string, Schema>> = Object.fromEntries(
  objects.map((definition) => [
    infoName(definition),
    closed({
      ID: text,
      objectTypeID: { type: "string", const: definition.class },
      status: text,
      businessID: text,
      createTime: { type: "string", format: "date-time" },
      createdBy: text,
      content: schemaRef(definition.class),
      availableActions: {
        type: "array",
        description: "The actions that the object's status allows.",
        items: closed({ ID: schemaRef("ActionName"), name: text }),
      },
    }),
  ]),
);

const mapping = objects.map((one) => [one.class, `#/components/schemas/${infoName(one)}`]);

export const objectSchemas: Readonly<Record<string, Schema>> = {
  ...objectInfos,
  ObjectInfo: {
    oneOf: objects.map((one) => schemaRef(infoName(one))),
    discriminator: { propertyName: "objectTypeID", mapping: Object.fromEntries(mapping) },
  },
  ObjectAnswer: closed({ data: closed({ objectInfo: schemaRef("ObjectInfo") }) }),
  ActionName: { type: "string", enum: [...new Set(actions.map(({ name }) => name))] },
  ActionField: closed(
    {
      name: { type: "string", description: "`Name`, or `Address.City` within a page." },
      type: text,
      required: { type: "boolean" },
      value: { description: "The object's present value, if the action would change it." },
    },
    ["value"],
  ),
  ActionAnswer: closed(
    {
      data: closed({
        objectInfo: schemaRef("ObjectInfo"),
        action: closed({
          ID: schemaRef("ActionName"),
          name: text,
          fields: { type: "array", items: schemaRef("ActionField") },
        }),
      }),
      uiResources: { type: "object", description: "The same fields as a form, for clients that render forms." },
    },
    ["uiResources"],
  ),
};
