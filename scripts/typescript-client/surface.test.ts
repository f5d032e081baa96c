import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { NAMES } from '../../clients/typescript/src/names.ts'
import { createDocument } from '../../packages/api/openapi/src/document.ts'
import type { Json, Operation } from '../../packages/api/openapi/src/types.ts'
import { ROOT } from '../reference/root.ts'

const folder = mkdtempSync(join(tmpdir(), 'gleaner-surface-'))
afterAll(() => rmSync(folder, { recursive: true }))

const document = createDocument({ publicUrl: 'http://localhost' })
const operations = Object.values(document.paths).flatMap((path) => Object.values(path))
const { schemas } = document.components

/** One line that does not compile when `type` lacks one of `names`; the compiler then says which. */
interface Check {
  type: string
  names: string[]
}

const HEAD = `import type { Gleaner, Schemas } from '${join(ROOT, 'clients/typescript/src/index.ts')}'
type KeyOf<T> = T extends unknown ? keyof T : never
type Missing<T, Names> = Exclude<Names, KeyOf<NonNullable<T>>>
type Item<T> = NonNullable<T> extends readonly (infer I)[] ? I : never
type At<T, Name> = T extends unknown ? (Name extends keyof NonNullable<T> ? NonNullable<T>[Name] : never) : never
type Given<M, At extends number> = M extends (...given: infer All) => unknown ? All[At] : never
type Answer<M> = M extends (...given: never[]) => Promise<infer A> ? A : never
`

test('no operation, and no field of body, query or reply is missing', () => {
  const checks = [
    ...operations.flatMap(checksOfOperation),
    ...Object.entries(schemas).flatMap(checksOfSchema),
  ]
  expect(checks.length).toBeGreaterThan(700)
  expect(compile(checks)).toEqual([])
})

test('a field that is missing would be noticed, in a body, a query, a reply and deep in a schema', () => {
  const faults = compile([
    { type: "Given<Gleaner['jobs']['create'], 0>", names: ['url', 'newest'] },
    { type: "Given<Gleaner['monitors']['checks'], 1>", names: ['limit', 'newest'] },
    { type: "Answer<Gleaner['jobs']['list']>", names: ['jobs', 'newest'] },
    { type: "At<Item<At<Schemas['SiteMap'], 'urls'>>, 'newest'>", names: ['url'] },
  ])
  expect(faults).toHaveLength(4)
})

function checksOfOperation(operation: Operation): Check[] {
  const { operationId, parameters = [], requestBody, responses } = operation
  const name = (NAMES as Record<string, string>)[operationId]!
  const method = `Gleaner${name
    .split('.')
    .map((part) => `['${part}']`)
    .join('')}`
  const paths = parameters.filter((parameter) => parameter.in === 'path').length
  const query = parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name)
  const body = namesOf(requestBody?.content['application/json']?.schema)
  const replies = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, response]) => (response.content as Record<string, Json> | undefined) ?? {})
    .filter((content) => !('text/markdown' in content))
    .flatMap((content) => namesOf(content['application/json']?.schema as Json | undefined))
  return [
    { type: `Given<${method}, ${paths}>`, names: [...query, ...body] },
    { type: `Answer<${method}>`, names: isHandedOut(operation) ? ['status', 'text'] : replies },
    // What it takes after its fields.
    {
      type: `Given<${method}, ${paths + (query.length + (requestBody ? 1 : 0) > 0 ? 1 : 0)}>`,
      names: ['signal', 'timeout', 'idempotencyKey', 'headers', 'maxRetries'],
    },
  ].filter(({ names }) => names.length > 0)
}

/** A page, a file or a text: the answer as it came. */
function isHandedOut({ responses }: Operation): boolean {
  return Object.values(responses).some(({ content }) => content && 'text/markdown' in (content as Json))
}

/** The fields of an object, whichever of several it may be. */
function namesOf(schema: Json | undefined): string[] {
  if (!schema) return []
  const { $ref, properties, anyOf, oneOf, allOf } = schema as Record<string, Json[] & Json & string>
  if ($ref) return namesOf(schemas[$ref.split('/').at(-1)!])
  const parts = [anyOf, oneOf, allOf].flatMap((list) => (list as Json[] | undefined) ?? [])
  return [...new Set([...Object.keys(properties ?? {}), ...parts.flatMap(namesOf)])]
}

/** Of a schema each object within it; what it refers to is checked by itself. */
function checksOfSchema([name, schema]: [string, Json]): Check[] {
  const checks: Check[] = []
  visit(schema, `Schemas['${name}']`)
  return checks

  function visit(part: Json, type: string): void {
    if ('$ref' in part) return
    const properties = (part.properties ?? {}) as Record<string, Json>
    const names = Object.keys(properties)
    if (names.length > 0) checks.push({ type, names })
    for (const [field, inner] of Object.entries(properties)) visit(inner, `At<${type}, '${field}'>`)
    if (part.items) visit(part.items as Json, `Item<${type}>`)
    // Which of several is meant does not show in a type: their fields are looked for in all of them.
    for (const list of [part.anyOf, part.oneOf, part.allOf])
      for (const one of (list ?? []) as Json[]) if (one.type === 'object') visit(one, type)
  }
}

/** What the compiler has to say, by line. */
function compile(checks: Check[]): string[] {
  const lines = checks.map(({ type, names }) => {
    const union = names.map((name) => JSON.stringify(name)).join(' | ')
    return `null as unknown as Missing<${type}, ${union}> satisfies never`
  })
  writeFileSync(join(folder, 'surface.ts'), `${HEAD}${lines.join('\n')}\n`)
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(ROOT, 'tsconfig.json'),
      compilerOptions: { types: [], noUnusedLocals: false },
      include: ['surface.ts'],
    }),
  )
  const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line.includes('error TS'))
}
