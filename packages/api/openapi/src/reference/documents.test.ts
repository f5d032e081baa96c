import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TIER_PRICES } from '@gleaner/billing/prices'
import { ENDPOINTS, LiveMessage, TIER_NAMES, TIERS } from '@gleaner/contracts'
import { MICROS_PER_CREDIT } from '@gleaner/contracts/money'
import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { createDocument, documentedPath } from '../document.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const DOCUMENTS = globSync('{README.md,docs/glossary.md,docs/guides/*.md}', { cwd: ROOT })
const read = (document: string) => readFileSync(join(ROOT, document), 'utf8')

/** Names of parameters are free: `/jobs/{id}` is `/jobs/{job_id}`. */
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
const SHAPES = new Set(
  Object.values(ENDPOINTS).map((endpoint) => `${endpoint.method} ${shapeOf(documentedPath(endpoint))}`),
)
const AREAS = new Set(Object.values(ENDPOINTS).map(({ path }) => path.split('/')[1]))

test.each(DOCUMENTS)('every endpoint that %s names is declared', (document) => {
  const named = [...read(document).matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/g)]
  const undeclared = named.filter(
    ([, method, path]) => AREAS.has(path!.split('/')[1]!) && !SHAPES.has(`${method} ${shapeOf(path!)}`),
  )
  expect(undeclared.map(([text]) => text)).toEqual([])
})

const NAMES = namesOf([createDocument({ publicUrl: 'http://localhost' }), z.toJSONSchema(LiveMessage)])

/** The guides about the API; those about running and changing it name other things. */
const GUIDES = DOCUMENTS.filter((document) =>
  /(scrape|batches|crawl|webhooks|sessions|accounts)\.md$/.test(document),
)

test.each(GUIDES)('every field and value that %s names is declared', (guide) => {
  const named = [...read(guide).matchAll(/`((?:[a-z]+\.)?[a-z]+(?:_[a-z]+)+)\b(?!\.)[^`]*`/g)]
  const undeclared = named.filter(([, name]) => name!.split('.').some((part) => !NAMES.has(part)))
  expect(undeclared.map(([text]) => text)).toEqual([])
})

test('README.md has the tiers and their prices', () => {
  const rows = [...read('README.md').matchAll(/^\| ([\d.]+) (\w+) \|.*\| ([\d.]+) \|$/gm)]
  expect(rows.map(([, tier, name, credits]) => [tier, name, Number(credits)])).toEqual(
    TIERS.map((tier) => [tier, TIER_NAMES[tier], TIER_PRICES[tier] / MICROS_PER_CREDIT]),
  )
})

/** Every name of a field or parameter, and every text that is a value. */
function namesOf(value: unknown): Set<string> {
  const names = new Set<string>()
  JSON.stringify(value, (key, part) => {
    names.add(key)
    if (typeof part === 'string') names.add(part)
    return part
  })
  return names
}
