import { GATEWAY_ENDPOINTS } from '@gleaner/contracts'
import type { GatewayFixture, TestAccount } from '../fixture.ts'
import { type DeclaredField, declaredFields } from './declared-fields.ts'

/** What is asked of a test key is answered within the service, at once or by 202. */
const KNOWN = {
  url: 'https://example.com/',
  urls: ['https://example.com/'],
  sync: false,
  query: 'nets',
  content: undefined,
}

const isNumber = ({ schema }: DeclaredField) =>
  (schema.type === 'number' || schema.type === 'integer') &&
  schema.enum === undefined &&
  schema.const === undefined
/** Every field of any request that holds a number. */
export const NUMBERS = declaredFields(KNOWN).filter(isNumber)
export const nameOf = ({ endpoint, part, path }: DeclaredField) => `${endpoint} ${part} ${path.join('.')}`

/** As JSON text: beyond what a double, a bigint or an integer holds, between numbers, and none. */
const ODD = [
  '1e999',
  '-1e999',
  '1e308',
  '9223372036854775808',
  '-9223372036854775809',
  '9007199254740993',
  '2147483648',
  '0.1',
  '-1',
  '-0',
  '1e-320',
  '"NaN"',
  '"Infinity"',
  '"1e999"',
  '[1]',
  'true',
]

/** What is sent to `field`, the `at`th of all: its bounds, and of the odd values all or `count` of them, others for each field. */
export function literalsFor({ schema }: DeclaredField, at: number, count = ODD.length): string[] {
  const odd = Array.from({ length: count }, (_, nth) => ODD[(at * count + nth) % ODD.length]!)
  return [...odd, String(schema.minimum), String(schema.maximum), String(schema.maximum! + 1)]
}

let sent = 0
/** The status of the answer to a request with `literal` in `field`. */
export async function sendNumber(
  fixture: GatewayFixture,
  account: TestAccount,
  field: DeclaredField,
  literal: string,
): Promise<number> {
  const declared = GATEWAY_ENDPOINTS[field.endpoint as keyof typeof GATEWAY_ENDPOINTS]
  const path = `/api/v1${declared.path.replaceAll(/\{\+?\w+\}/g, '0192f0c4-7b1e-7c3a-9a55-0c1d2e3f4a5b')}`
  // Test keys cannot do all; each request comes from an address of its own.
  const from = { 'X-Forwarded-For': `10.0.${(sent >> 8) & 255}.${sent++ & 255}` }
  const credentials: Record<string, string> =
    declared.auth === 'bearer'
      ? { Authorization: `Bearer ${account.accessToken}` }
      : { 'X-API-Key': account.testKey }
  if (field.part === 'query') {
    // What stands beside it, too; options with fields of their own are JSON.
    const texts = Object.entries(field.holding('@@')).map(([name, value]) => [
      name,
      typeof value === 'string'
        ? value.replace('@@', literal.replaceAll('"', ''))
        : JSON.stringify(value).replace('"@@"', literal),
    ])
    const query = new URLSearchParams(texts)
    return (await fixture.request(`${path}?${query}`, { headers: { ...from, ...credentials } })).status
  }
  const body = JSON.stringify(field.holding('@@')).replace('"@@"', literal)
  const headers = { ...from, ...credentials, 'Content-Type': 'application/json' }
  return (await fixture.request(path, { method: declared.method, headers, body })).status
}
