import { creatableObjects, createRight, type ObjectDefinition } from "@rewards/domain";
import { apiRoot } from "../call.ts";
import { linesType } from "../import/answer.ts";
import { importLinesMax } from "../import/slices.ts";
import { objectPaths } from "../routes/objects.ts";
import type { Call } from "./call.ts";
import { exampleOf } from "./json-schema.ts";
import * as names from "./names.ts";
import { type Contents, objectsTag } from "./object.calls.ts";

const text = { type: "string" };

/** An import of any class, which the path names. */
export function importCall(contents: Contents): Call {
  const [first] = creatableObjects as [ObjectDefinition];
  return {
    id: "objects.import",
    tag: objectsTag,
    method: "post",
    path: `/{ObjectPath}${apiRoot}/objects/import`,
    summary: "Create many objects of one type",
    description:
      "Takes a line for each object, which has the `content` of its create in JSON, and answers each with a line, in order, " +
      'while the body arrives: `{"line":1,"ID":"…","status":"…"}`, or `{"line":2,"error":{…}}` with the error body that ' +
      "the create would have. An answer may have fewer lines than the body: its last line says why, and the lines that it " +
      `leaves can be sent again. At most 16 MiB, unpacked, and ${importLinesMax.toLocaleString("en")} lines. The keys of ` +
      "the objects make it safe to repeat; an `Idempotency-Key` is refused.",
    kind: "Import",
    rights: creatableObjects.map(createRight),
    parameters: [
      {
        name: "ObjectPath",
        in: "path",
        required: true,
        description: "The type of the objects.",
        schema: { ...text, enum: objectPaths },
        example: first.path,
      },
    ],
    body: {
      schema: text,
      example: `${JSON.stringify(exampleOf(contents[names.contentName(first)] ?? {}))}\n`,
      type: linesType,
    },
    answer: {
      status: 200,
      description: "A line for each line of the body that is not empty.",
      content: { [linesType]: { schema: text } },
    },
  };
}
