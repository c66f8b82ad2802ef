import { creatableObjects, type ObjectDefinition, parseContent, parseId } from "@rewards/domain";
import fc from "fast-check";
import { arbitraryOf } from "../schema/arbitrary.ts";
import { textAt } from "../schema/place.ts";
import { tagField } from "../world/stored.ts";
import { attempt, drawsOf, isObject, type Kind, keysComplaint, show } from "./kind.ts";

const linesMax = 5;

function linesOf(definition: ObjectDefinition): fc.Arbitrary<unknown[]> {
  const content = arbitraryOf(definition.content, { className: definition.class, path: [] }, textAt);
  return fc.array(content, { minLength: 1, maxLength: linesMax });
}

const ofPath = new Map(
  creatableObjects.map((definition) => [definition.path, { definition, lines: linesOf(definition) }]),
);

/** What is wrong with an answered line of a class. */
function lineComplaint({ idPrefix, initial }: ObjectDefinition, line: unknown): string | undefined {
  if (!isObject(line) || "error" in line) return keysComplaint(line, ["line", "error"]);
  const isRight = parseId(String(line["ID"]))?.prefix === idPrefix && line["status"] === initial;
  return (
    keysComplaint(line, ["line", "ID", "status"]) ?? (isRight ? undefined : `not the line of a create: ${show(line)}`)
  );
}

/** No call of it is sound: the headers of sound calls may have an Idempotency-Key, which an import refuses. */
const importLines: Kind = {
  method: "POST",
  pattern: "/objects/import",
  linesType: "application/x-ndjson",
  draws: ({ objectPath }) => drawsOf(false, {}, { body: ofPath.get(objectPath ?? null)?.lines ?? fc.constant([]) }),
  judge({ endpoint }, body) {
    const found = ofPath.get(endpoint.objectPath ?? null);
    if (!found) return "an import without a class was accepted";
    return (body as unknown[]).map((line) => lineComplaint(found.definition, line)).find(Boolean);
  },
  learn(world, { endpoint, body }, seen) {
    const found = ofPath.get(endpoint.objectPath ?? null);
    if (!found) return;
    const { definition } = found;
    for (const line of (seen ?? []) as { ID?: string }[])
      if (line.ID !== undefined) world.created(definition, parseId(line.ID)?.uuid ?? "");
    if (seen !== undefined) return;
    for (const content of body as unknown[]) {
      const parsed = attempt(() => parseContent(definition.content, content) as Record<string, unknown>);
      if (parsed) world.maybeCreated(definition, String(parsed[tagField(definition)]));
    }
  },
};

export const importKinds: readonly Kind[] = [importLines];
