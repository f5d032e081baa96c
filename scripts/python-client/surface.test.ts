import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { NAMES } from '../../clients/typescript/src/names.ts'
import { createDocument } from '../../packages/api/openapi/src/document.ts'
import type { Json, Operation } from '../../packages/api/openapi/src/types.ts'
import { PACKAGE } from './make-files.ts'
import { snakeCase } from './words.ts'

// Reads the Python as it stands, and knows nothing of how it is made.

const document = createDocument({ publicUrl: 'http://localhost:8080' })
const operations: [string, string, Operation][] = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, string, Operation] => [
    method.toUpperCase(),
    path,
    operation,
  ]),
)
const read = (path: string) => readFileSync(join(PACKAGE, path), 'utf8')

/** The classes of a file: the fields of each by their names in the API, with their types. */
function classesOf(path: string): Map<string, Map<string, string>> {
  const classes = new Map<string, Map<string, string>>()
  let fields = new Map<string, string>()
  for (const line of read(path).split('\n')) {
    const begins = /^class (\w+)\(|^(\w+) = TypedDict\(/.exec(line)
    if (begins) {
      fields = new Map()
      classes.set(begins[1] ?? begins[2]!, fields)
    }
    const field = /^ {4}(\w+): (.*?)(?: = (.*))?$/.exec(line)
    if (field) fields.set(/alias="(.*?)"/.exec(field[3] ?? '')?.[1] ?? field[1]!, field[2]!)
    const key = /^ {8}"(.*?)": "(.*)",$/.exec(line)
    if (key) fields.set(key[1]!, key[2]!)
  }
  return classes
}

/** What a schema has that the classes which a type names have not. */
function missing(
  schema: Json,
  names: string[],
  classes: Map<string, Map<string, string>>,
  at: string,
): string[] {
  const own = Object.entries((schema.properties ?? {}) as Record<string, Json>).filter(
    ([, said]) => !('not' in said),
  )
  const ofFields = own.flatMap(([name, said]) => {
    const types = names.flatMap((one) => classes.get(one)?.get(name) ?? [])
    if (types.length === 0) return [`${at}.${name}`]
    const named = types.join(' ').match(/\w+/g) ?? []
    return missing(said, named, classes, `${at}.${name}`)
  })
  const within = [schema.items, schema.additionalProperties, schema.anyOf, schema.oneOf].flat()
  const ofParts = within
    .filter((part): part is Json => typeof part === 'object' && part !== null)
    .flatMap((part) => missing(part, names, classes, at))
  return [...ofFields, ...ofParts]
}

function componentsOf(value: unknown, found = new Set<string>()): Set<string> {
  for (const [, name] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (found.has(name!)) continue
    found.add(name!)
    componentsOf(document.components.schemas[name!], found)
  }
  return found
}

/** An alias of a component stands for the classes that it names. */
function fieldsMissing(file: string, components: Iterable<string>): string[] {
  const classes = classesOf(file)
  const text = read(file)
  return [...components].flatMap((name) => {
    const alias = new RegExp(`^${name} = (?!TypedDict)(.*)$`, 'm').exec(text)
    if (!alias && !classes.has(name)) return [name]
    return missing(
      document.components.schemas[name]!,
      alias ? alias[1]!.match(/\w+/g)! : [name],
      classes,
      name,
    )
  })
}

test('every field of every reply, event and webhook has its place in a model', () => {
  const replied = componentsOf([
    operations.map(([, , { responses }]) => responses),
    document.webhooks,
    document.components.responses,
  ])
  expect(replied.size).toBeGreaterThan(150)
  expect(fieldsMissing('generated/models.py', replied)).toEqual([])
})

test('every field of every request has its place in a typed dictionary', () => {
  const requested = componentsOf(operations.map(([, , { requestBody }]) => requestBody))
  expect(requested.size).toBeGreaterThan(80)
  expect(fieldsMissing('generated/params.py', requested)).toEqual([])
})

test('every operation is a method of both clients, which takes each of its fields', () => {
  const facts = read('generated/operations.py')
  const lacking: string[] = []
  for (const [method, path, operation] of operations) {
    const { operationId, parameters = [], requestBody } = operation
    const [group, name] = groupAndName(operationId)
    const fact = snakeCase(operationId).toUpperCase()
    const row = new RegExp(`^${fact} = Operation\\("${method}", "(.*?)",`, 'm').exec(facts)
    if (row?.[1]?.replace('{+', '{') !== path) lacking.push(`${operationId} as ${method} ${path}`)
    for (const half of ['_async', '_sync']) {
      const text = read(`generated/${half}/${group || 'client_api'}.py`)
      const called = methodsOf(text).get(name)
      if (!called?.includes(`o.${fact},`)) {
        lacking.push(`${operationId} in ${half}`)
        continue
      }
      const body = bodyOf(requestBody?.content['application/json']?.schema)
      const fields = Object.entries((body?.properties ?? {}) as Record<string, Json>)
      const wanted = [
        ...parameters.filter((one) => one.in !== 'header').map((one) => one.name),
        ...fields.filter(([, said]) => !('not' in said)).map(([field]) => field),
      ]
      for (const field of wanted)
        if (!called.includes(`"${field}": `) && !called.includes(`("${field}", `))
          lacking.push(`${operationId}.${field} in ${half}`)
    }
  }
  expect(lacking).toEqual([])
})

test('every event of webhooks has its model', () => {
  const table = read('generated/models.py').split('WEBHOOK_EVENTS')[1]!
  for (const event of Object.keys(document.webhooks as Json)) expect(table).toContain(`"${event}": `)
})

/** What one client has and the other lacks, with the reason. */
const ALONE = {
  typescript: {},
  python: { 'client.close': 'fetch has no connections that a program would close' },
}

test('both clients have the same groups and methods by the same names, but for what is listed with its reason', () => {
  const typescript = namesOf(
    join(PACKAGE, '../../../typescript/src'),
    { groups: ['generated/groups/*.ts', 'groups/*.ts'], client: ['generated/client-api.ts', 'client.ts'] },
    /^ {2}(?:async )?\*?(\w+)(?:<.*)?\(/gm,
  )
  for (const half of ['_async', '_sync']) {
    const python = namesOf(
      PACKAGE,
      {
        groups: [`generated/${half}/*.py`, `${half}/groups/*.py`],
        client: [`generated/${half}/client_api.py`, `${half}/client.py`],
      },
      /^ {4}(?:async )?def ([a-z]\w+)\(/gm,
    )
    expect(python.size).toBeGreaterThan(250)
    expect([...python.difference(typescript)].sort()).toEqual(Object.keys(ALONE.python))
    expect([...typescript.difference(python)].sort()).toEqual(Object.keys(ALONE.typescript))
  }
})

test('both clients throw the same errors', () => {
  const typescript = [...read('../../../typescript/src/errors.ts').matchAll(/^export class (\w+)/gm)]
  const python = [...read('errors.py').matchAll(/^class (\w+)\(/gm)].map(([, name]) => name)
  // A model of pydantic may not know what a later service replies; the types of TypeScript check nothing.
  expect(python.filter((name) => name !== 'Issue' && name !== 'UnreadableReplyError').sort()).toEqual(
    typescript.map(([, name]) => name).sort(),
  )
})

/** `jobs.wait`: the methods of each group, and as `client.` those of the client itself, all as Python writes names. */
function namesOf(folder: string, files: { groups: string[]; client: string[] }, method: RegExp): Set<string> {
  const methods = (path: string) =>
    [...readFileSync(join(folder, path), 'utf8').matchAll(method)].map(([, name]) => snakeCase(name!))
  const isGroup = (path: string) => !files.client.includes(path) && !/__init__|index/.test(path)
  const ofGroups = globSync(files.groups, { cwd: folder })
    .filter(isGroup)
    .flatMap((path) =>
      methods(path).map((name) => `${snakeCase(basename(path).replace(/\.\w+$/, ''))}.${name}`),
    )
  const ofClient = files.client.flatMap(methods).map((name) => `client.${name}`)
  return new Set([...ofGroups, ...ofClient].filter((name) => !name.endsWith('.constructor')))
}

function groupAndName(operation: string): [string, string] {
  const parts = (NAMES as Record<string, string>)[operation]!.split('.')
  return parts.length === 1 ? ['', snakeCase(parts[0]!)] : [snakeCase(parts[0]!), snakeCase(parts[1]!)]
}

/** The text of each method; of one that is overloaded, of all. */
function methodsOf(text: string): Map<string, string> {
  const methods = new Map<string, string>()
  for (const part of text.split(/^ {4}(?=(?:async )?def )/m).slice(1)) {
    const name = /def (\w+)/.exec(part)![1]!
    methods.set(name, (methods.get(name) ?? '') + part)
  }
  return methods
}

function bodyOf(schema: Json | undefined): Json | undefined {
  if (typeof schema?.$ref !== 'string') return schema
  return bodyOf(document.components.schemas[schema.$ref.split('/').at(-1)!])
}
