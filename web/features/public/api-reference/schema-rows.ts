import type { Schema } from './openapi-document.ts'
import { describeLimits, describeType } from './schema-words.ts'

/** A field with its full name: `data.pin`, `login_data_list[].company`. */
export type FieldRow = { name: string; type: string; says: string; limits: string; isRequired: boolean }

/** Every shape that a value may have, each as a list of fields. Nested alternatives multiply. */
export function shapesOf(schema: Schema, prefix = ''): FieldRow[][] {
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives?.some((alternative) => alternative.properties)) {
    return alternatives.flatMap((alternative) => shapesOf(alternative, prefix))
  }
  let shapes: FieldRow[][] = [[]]
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const fields = fieldShapes(`${prefix}${key}`, property, schema.required?.includes(key) ?? false)
    shapes = shapes.flatMap((shape) => fields.map((rows) => [...shape, ...rows]))
  }
  return shapes
}

export function rowOf(name: string, schema: Schema, isRequired: boolean): FieldRow {
  return {
    name,
    type: describeType(schema),
    says: schema.description ?? '',
    limits: describeLimits(schema),
    isRequired,
  }
}

/** An object or a list of objects becomes rows for its fields; anything else is a single row. */
function fieldShapes(name: string, schema: Schema, isRequired: boolean): FieldRow[][] {
  const inner = schema.type === 'array' ? schema.items : schema
  const nested = inner ? shapesOf(inner, schema.type === 'array' ? `${name}[].` : `${name}.`) : [[]]
  return nested.some((rows) => rows.length > 0) ? nested : [[rowOf(name, schema, isRequired)]]
}
