import { InvalidRequestError } from '../errors.ts'
import type { OperationFacts } from '../operation-facts.ts'
import type { Settings } from '../options.ts'
import type { RequestOptions } from '../types.ts'

/** What is sent, but for the credential, which is read anew at each attempt. */
export interface PreparedRequest {
  method: string
  url: string
  headers: Record<string, string>
  body: string | FormData | undefined
  auth: OperationFacts['auth']
  /** Whether it may be sent again although the first one may have arrived. */
  repeatable: boolean
  /** Statuses that are no errors although they are no successes. */
  mayAnswer: readonly number[]
}

export interface Call {
  facts: OperationFacts
  /** Values of the path's braces, in their order. */
  path: readonly string[]
  fields: Record<string, unknown>
}

export function prepareRequest(
  { facts, path, fields }: Call,
  { root, headers, organizationId }: Settings,
  options: RequestOptions,
): PreparedRequest {
  const { method, auth, takesKey } = facts
  const { query, body } = divide(facts, fields)
  const idempotencyKey = takesKey ? (options.idempotencyKey ?? randomId()) : options.idempotencyKey
  return {
    method,
    url: `${root}${fillPath(facts.path, path)}${queryText(query)}`,
    headers: {
      Accept: facts.accept ?? 'application/json',
      ...headers,
      ...(organizationId !== undefined && auth !== 'none' && { 'X-Organization-Id': organizationId }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
      ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
    body,
    auth,
    repeatable: method !== 'POST' || idempotencyKey !== undefined,
    mayAnswer: facts.mayAnswer ?? [],
  }
}

function divide(facts: OperationFacts, fields: Record<string, unknown>) {
  const { query: names = [], body } = facts
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  const query = given.filter(([name]) => names.includes(name))
  const rest = given.filter(([name]) => !names.includes(name))
  if (body === 'json') return { query, body: JSON.stringify(Object.fromEntries(rest)) }
  if (body === 'file') return { query, body: formOf(rest) }
  // Without a body whatever is left belongs to the query: a field that is newer than this client.
  return { query: given, body: undefined }
}

/** A file goes as it is, beside the other fields; without one it is a body as any other. */
function formOf(fields: [string, unknown][]): string | FormData {
  const { file, ...others } = Object.fromEntries(fields)
  if (file === undefined) return JSON.stringify(others)
  const form = new FormData()
  const blob = file instanceof Blob ? file : new Blob([file as Uint8Array<ArrayBuffer>])
  const name = (others.filename as string | undefined) ?? (file as { name?: string }).name ?? 'file'
  form.append('options', JSON.stringify(others))
  form.append('file', blob, name)
  return form
}

/** `{name}` is one value; the slashes of `{+name}` stay. A value that would be another path is refused. */
function fillPath(path: string, values: readonly string[]): string {
  let at = 0
  return path.replaceAll(/\{(\+?)(\w+)\}/g, (_, slashes, name) => {
    const value = values[at++]
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value))
      throw new InvalidRequestError(
        `${name} has to be the id or name of something; it is ${JSON.stringify(value)}.`,
      )
    const text = encodeURIComponent(value)
    return slashes ? text.replaceAll('%2F', '/') : text
  })
}

/** Lists have commas; objects are JSON. */
function queryText(query: [string, unknown][]): string {
  if (query.length === 0) return ''
  const text = (value: unknown) =>
    Array.isArray(value) ? value.join(',') : isObject(value) ? JSON.stringify(value) : String(value)
  return `?${new URLSearchParams(query.filter(([, value]) => value !== null).map(([name, value]) => [name, text(value)]))}`
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(value instanceof Date)
}

/** A UUID of version 4; pages that are not https have no `crypto.randomUUID`. */
function randomId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/(.{8})(.{4}).(.{3}).(.{3})(.{12})/, '$1-$2-4$3-8$4-$5')
}
