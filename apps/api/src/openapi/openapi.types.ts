/** A JSON Schema of draft 2020-12, as in OpenAPI 3.1. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security?: readonly Schema[];
  readonly parameters?: readonly Schema[];
  readonly requestBody?: Schema;
  readonly responses: Readonly<Record<string, Schema>>;
  readonly [extension: `x-${string}`]: unknown;
}

export type Method = "get" | "post" | "patch";

export type PathItem = Readonly<Partial<Record<Method, Operation>>> & { readonly servers?: readonly Schema[] };

/** An OpenAPI 3.1 document: the parts that are used here. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: Schema;
  readonly security: readonly Schema[];
  readonly servers: readonly Schema[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  /** The business keys in the examples. */
  readonly "x-example-keys": readonly string[];
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Schema>>;
    readonly headers: Readonly<Record<string, Schema>>;
    readonly securitySchemes: Readonly<Record<string, Schema>>;
  };
}

/** An object with these members and no others; all of them are required except the optional ones. */
export const closed = (properties: Readonly<Schema>, optional: readonly string[] = []): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

export const schemaRef = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const parameterRef = (name: string): Schema => ({ $ref: `#/components/parameters/${name}` });
export const headerRef = (name: string): Schema => ({ $ref: `#/components/headers/${name}` });
export const json = (schema: Schema, more: Schema = {}): Schema => ({ "application/json": { schema, ...more } });
/** Restricts a value to this text or empty list. Kubb generates no type for an empty text as `const`. */
export function constOf(value: unknown): Schema {
  if (Array.isArray(value)) return { maxItems: 0 };
  return value === "" ? { maxLength: 0 } : { const: value };
}
