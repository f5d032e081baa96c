import { withoutForm } from '../describe-fields.ts'
import type { Json } from '../types.ts'
import { table } from './table.ts'
import { refOf, typeText } from './type-text.ts'

interface Field {
  path: string
  schema: Json
  isRequired: boolean
}

/** The fields of a schema as a Markdown table; below it those that are only other names. `leftOut`: fields that another place lists. */
export function fieldTable(
  schema: Json,
  components: Record<string, Json>,
  leftOut: ReadonlySet<string> = new Set(),
): string {
  const fields = fieldsOf(schema, '').filter(({ path }) => !leftOut.has(path.split(/[.[]/)[0]!))
  const rows = fields
    .filter(({ schema: { deprecated } }) => !deprecated)
    .map(({ path, schema, isRequired }) => [
      `\`${path}\`${isRequired ? '' : '?'}`,
      typeText(schema, components),
      meaningOf({ description: components[refOf(schema) ?? '']?.description, ...schema }),
    ])
  const others = fields.filter(({ schema: { deprecated } }) => deprecated)
  return [rows.length > 0 && table(['Field', 'Type', 'Meaning'], rows), alsoTaken(others)]
    .filter(Boolean)
    .join('\n\n')
}

/** The names of the fields at the first level, but for those that are only other names. */
export function properFields({ properties = {} }: Json): Record<string, Json> {
  const all = Object.entries(properties as Record<string, Json>)
  return Object.fromEntries(all.filter(([, { deprecated }]) => !deprecated))
}

/** Fields of objects without a name stand below the object's own, as `a.b`, and those of lists as `a[].b`. */
function fieldsOf({ properties = {}, required = [] }: Json, prefix: string): Field[] {
  return Object.entries(properties as Record<string, Json>).flatMap(([name, schema]) => {
    const path = `${prefix}${name}`
    const isRequired = (required as string[]).includes(name)
    const items = schema.type === 'array' ? (schema.items as Json) : undefined
    const choices = (schema.anyOf as Json[] | undefined) ?? [schema]
    return [
      { path, schema, isRequired },
      ...choices.flatMap((choice) => fieldsOf(choice, `${path}.`)),
      ...(items ? fieldsOf(items, `${path}[].`) : []),
    ]
  })
}

/** What a field means, and what it is where it is left out. */
export function meaningOf({ description = '', default: given }: Json): string {
  const says = withoutForm(String(description))
  return given === undefined ? says : `${says} Default: ${JSON.stringify(given)}.`.trim()
}

function alsoTaken(fields: Field[]): string | false {
  const rows = fields.map(({ path, schema }) => [`\`${path}\``, meaningOf(schema)])
  return rows.length > 0 && table(['For clients of other servers', 'Meaning'], rows)
}
