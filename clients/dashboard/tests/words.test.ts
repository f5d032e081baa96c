import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import * as words from '../src/words/index.ts'

const SOURCE = join(import.meta.dirname, '../src')
const code = globSync('{api,app,pages,parts,session}/**/*.{ts,tsx}', { cwd: SOURCE })
  .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
  .join('\n')

/** Of tables that are read by a key of the API, their names alone. */
const TABLES = new Set([
  'states',
  'tiers',
  'views',
  'days',
  'by',
  'kinds',
  'origins',
  'overlaps',
  'periods',
  'roles',
  'scopes',
  'tabs',
  'modes',
  'groups',
  'theme',
  'columns',
  'fields',
  'formatNames',
  'sources',
  'targets',
  'changeKinds',
  'pageStates',
  'triggers',
  'channels',
  'types',
  'categories',
  'kinds',
  'filters',
  'pauses',
  'ends',
  'reasons',
  'results',
  'walls',
  'names',
  'means',
  'notices',
])

function namesOf(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || TABLES.has(path.split('.').at(-1)!)) return [path]
  return Object.entries(value).flatMap(([name, inner]) =>
    namesOf(inner, path === '' ? name : `${path}.${name}`),
  )
}

test('each word of the catalogue is said somewhere', () => {
  const unused = namesOf(words, '').filter(
    (path) => !new RegExp(`\\b${path.split('.').at(-1)}\\b`).test(code),
  )
  expect(unused).toEqual([])
})
