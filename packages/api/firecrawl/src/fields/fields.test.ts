import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { DOOR_ENDPOINTS } from '../endpoints.ts'
import { isOf } from '../translate/translate.ts'
import { BATCH_FIELDS } from './batch-fields.ts'
import { CRAWL_FIELDS } from './crawl-fields.ts'
import { EXTRACT_FIELDS } from './extract-fields.ts'
import type { Field } from './field.ts'
import { MAP_FIELDS } from './map-fields.ts'
import { MONITOR_FIELDS } from './monitor-fields.ts'
import { PARSE_FIELDS } from './parse-fields.ts'
import { SCRAPE_FIELDS, SCRAPE_OPTIONS } from './scrape-fields.ts'
import { SEARCH_FIELDS } from './search-fields.ts'

const TABLES = {
  SCRAPE_FIELDS,
  BATCH_FIELDS,
  CRAWL_FIELDS,
  MAP_FIELDS,
  SEARCH_FIELDS,
  EXTRACT_FIELDS,
  PARSE_FIELDS,
  MONITOR_FIELDS,
}

describe.each(Object.entries(TABLES))('%s', (_, fields: readonly Field[]) => {
  test('says of each field what becomes of it, once', () => {
    for (const field of fields) {
      const { name, to, set, noEffect, refused, does } = field
      const ways = [to, set, noEffect, refused].filter((way) => way !== undefined)
      expect([name, ways.length]).toEqual([name, 1])
      if (set) expect([name, typeof does]).toEqual([name, 'string'])
    }
  })

  test('has each field once in a dialect', () => {
    for (const dialect of ['v1', 'v2'] as const) {
      const names = fields.filter((field) => isOf(field, dialect)).map(({ name }) => name)
      expect(names).toEqual([...new Set(names)])
    }
  })
})

/** Fields of the published client's types. */
const TYPES = readFileSync(
  join(dirname(createRequire(import.meta.url).resolve('@mendable/firecrawl-js')), 'index.d.ts'),
  'utf8',
)

function fieldsOf(type: string): string[] {
  const body = new RegExp(`interface ${type} \\{([\\s\\S]*?)\\n\\}`).exec(TYPES)?.[1] ?? ''
  const names = [...body.matchAll(/^ {4}(\w+)\??:/gm)].map(([, name]) => name!)
  expect([type, names.length > 0]).toEqual([type, true])
  return names
}

/** What the client keeps for itself. */
const OF_CLIENT = ['options', 'idempotencyKey']

test.each([
  ['ScrapeOptions', SCRAPE_FIELDS],
  ['CrawlOptions', CRAWL_FIELDS],
  ['BatchScrapeOptions', BATCH_FIELDS],
  ['MapOptions', MAP_FIELDS],
  ['SearchRequest', SEARCH_FIELDS],
  ['CreateMonitorRequest', MONITOR_FIELDS],
  ['UpdateMonitorRequest', MONITOR_FIELDS],
])('every field of the client’s %s is known', (type, fields) => {
  const known = new Set(fields.filter((field) => isOf(field, 'v2')).map(({ name }) => name))
  expect(fieldsOf(type).filter((name) => !known.has(name) && !OF_CLIENT.includes(name))).toEqual([])
})

test('every route is answered, or says what to use instead', () => {
  for (const { method, path, handle, instead } of DOOR_ENDPOINTS)
    expect([method, path, Boolean(handle) !== Boolean(instead)]).toEqual([method, path, true])
})

test('the options of a page are fields of a batch too', () => {
  expect(SCRAPE_OPTIONS.filter((field) => !BATCH_FIELDS.includes(field))).toEqual([])
})
