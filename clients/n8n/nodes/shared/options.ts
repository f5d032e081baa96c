import {
  type IDataObject,
  type IExecuteFunctions,
  type INodeProperties,
  NodeOperationError,
} from 'n8n-workflow'

/** A field of the node, and where its value stands in the body of the request: `advanced.render_js`; empty: it is joined with the body. */
export interface Option {
  path: string
  property: INodeProperties
  /** From what a person has entered to what is sent. */
  convert?: (value: unknown) => unknown
}

/** Lists are entered as text, an entry a line or with commas between. */
export const list = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : String(value).split(/[\n,]/))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** Addresses may hold commas; where one is meant to separate, a scheme follows. */
export const addresses = (value: unknown): string[] =>
  (Array.isArray(value) ? value.map(String) : String(value).split(/\s+|,(?=\s*https?:)/i))
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

/** What is sent of the collection `name`: fields that are empty are left out, and "Additional Fields" go first. */
export function readOptions(
  context: IExecuteFunctions,
  itemIndex: number,
  options: readonly Option[],
  name = 'options',
): IDataObject {
  const given = context.getNodeParameter(name, itemIndex, {}) as IDataObject
  const body: IDataObject = {}
  for (const { path, property, convert } of options) {
    const value = given[property.name]
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) continue
    const sent = property.type === 'json' ? readJson(context, itemIndex, property.displayName, value) : value
    const converted = convert ? convert(sent) : sent
    if (path === '') mergeInto(body, converted as IDataObject)
    else setAt(body, path, converted)
  }
  return body
}

/** JSON as text, or what an expression has made of it. */
export function readJson(
  context: IExecuteFunctions,
  itemIndex: number,
  displayName: string,
  value: unknown,
): IDataObject {
  const parsed = typeof value === 'string' ? parse(value) : value
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed as IDataObject
  throw new NodeOperationError(context.getNode(), `'${displayName}' must be a JSON object`, {
    description: `For example {"title": "string"}. It is ${JSON.stringify(value)?.slice(0, 200)}.`,
    itemIndex,
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function setAt(body: IDataObject, path: string, value: unknown): void {
  const [first, second] = path.split('.') as [string, string | undefined]
  if (second === undefined) body[first] = value as IDataObject
  else body[first] = { ...(body[first] as IDataObject | undefined), [second]: value } as IDataObject
}

/** Groups such as `advanced` are joined field by field. */
function mergeInto(body: IDataObject, more: IDataObject): void {
  for (const [name, value] of Object.entries(more)) {
    const before = body[name]
    body[name] = isGroup(before) && isGroup(value) ? { ...before, ...value } : value
  }
}

function isGroup(value: unknown): value is IDataObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
