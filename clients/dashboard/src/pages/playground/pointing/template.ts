/** As the API reads a value: `text` as it is seen, `number` the first one, `url` absolute. */
export const FIELD_TYPES = ['text', 'number', 'date', 'url', 'html', 'attribute'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

/** A field that was pointed at. Without a selector, in a list: the item itself. */
export interface PointedField {
  name: string
  selector?: string
  type: FieldType
  attribute?: string
}

export interface PointedList {
  name: string
  selector: string
  fields: PointedField[]
}

/** What is read of a page: as the API's templates, with fields in the order in which they were pointed at. */
export interface Template {
  fields: PointedField[]
  list?: PointedList
}

type Rule = Omit<PointedField, 'name'>
export interface ApiTemplate {
  fields?: Record<string, Rule>
  list?: { name: string; selector: string; fields: Record<string, Rule> }
}

export const isEmpty = ({ fields, list }: Template): boolean => fields.length === 0 && list === undefined

/** As a request and `POST /templates` take it. */
export function toTemplate({ fields, list }: Template): ApiTemplate {
  return {
    ...(fields.length > 0 && { fields: rulesOf(fields) }),
    ...(list && { list: { ...list, fields: rulesOf(list.fields) } }),
  }
}

const rulesOf = (fields: readonly PointedField[]) =>
  Object.fromEntries(fields.map(({ name, ...rule }) => [name, rule]))

/** The other way: of an address, which anybody may have written. */
export function readTemplate(given: unknown): Template {
  const { fields, list } = Object(given) as ApiTemplate
  const ofList = Object(list) as NonNullable<ApiTemplate['list']>
  return {
    fields: fieldsOf(fields),
    ...(typeof ofList.selector === 'string' && {
      list: {
        name: typeof ofList.name === 'string' ? ofList.name : 'items',
        selector: ofList.selector,
        fields: fieldsOf(ofList.fields),
      },
    }),
  }
}

function fieldsOf(rules: unknown): PointedField[] {
  return Object.entries(Object(rules) as Record<string, unknown>).map(([name, rule]) => {
    const { selector, type, attribute } = Object(
      typeof rule === 'string' ? { selector: rule } : rule,
    ) as Partial<Rule>
    return {
      name,
      type: FIELD_TYPES.find((known) => known === type) ?? 'text',
      ...(typeof selector === 'string' && { selector }),
      ...(typeof attribute === 'string' && { attribute }),
    }
  })
}

/** A name that none of these has. */
export function freeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}_${number}`
    if (!taken.includes(tried)) return tried
  }
}
