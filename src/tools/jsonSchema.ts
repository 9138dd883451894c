import type * as v from "valibot";

/** The part of JSON Schema that the inputs of tools need. */
export type JsonSchema = Readonly<Record<string, unknown>>;

interface Described {
  readonly type: string;
  readonly pipe?: readonly Described[];
  readonly [field: string]: unknown;
}

/** The keyword of each valibot action that limits a value. */
const keywords: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  string: { min_length: "minLength", max_length: "maxLength" },
  array: { min_length: "minItems", max_length: "maxItems" },
  record: { max_entries: "maxProperties" },
  number: { min_value: "minimum", max_value: "maximum" },
};

/**
 * The JSON Schema of a schema that is built of strict objects, records, arrays, strings, numbers and lists of choices.
 *
 * @throws RangeError for any other schema.
 */
export function jsonSchemaOf(schema: v.GenericSchema): JsonSchema {
  return schemaOf(schema as unknown as Described);
}

function schemaOf(schema: Described): JsonSchema {
  if (schema.type === "optional") return schemaOf(schema["wrapped"] as Described);
  const actions = (schema.pipe ?? []).slice(1);
  return { ...typeOf(schema, actions), ...limitsOf(schema, actions), ...textOf(actions) };
}

function typeOf(schema: Described, actions: readonly Described[]): JsonSchema {
  switch (schema.type) {
    case "string":
      return { type: "string" };
    case "number":
      return { type: actions.some(({ type }) => type === "safe_integer") ? "integer" : "number" };
    case "picklist":
      return { type: "string", enum: schema["options"] };
    case "array":
      return { type: "array", items: schemaOf(schema["item"] as Described) };
    case "record":
      return { type: "object", additionalProperties: schemaOf(schema["value"] as Described) };
    case "strict_object": {
      const entries = Object.entries(schema["entries"] as Record<string, Described>);
      const required = entries.filter(([, { type }]) => type !== "optional").map(([name]) => name);
      return {
        type: "object",
        properties: Object.fromEntries(entries.map(([name, each]) => [name, schemaOf(each)])),
        ...(required.length > 0 && { required }),
        additionalProperties: false,
      };
    }
    default:
      throw new RangeError(`no JSON Schema for ${schema.type}`);
  }
}

function limitsOf({ type }: Described, actions: readonly Described[]): JsonSchema {
  const limits = actions.flatMap((action) => {
    const keyword = keywords[type]?.[action.type];
    return keyword === undefined ? [] : [[keyword, action["requirement"]] as const];
  });
  return Object.fromEntries(limits);
}

function textOf(actions: readonly Described[]): JsonSchema {
  const action = actions.find(({ type }) => type === "description");
  return action === undefined ? {} : { description: action["description"] };
}
