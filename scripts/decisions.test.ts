import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { DECISIONS, decisionIndex, INDEX, listDecisions } from './decision-index.mjs'
import { listSources } from './sources.mjs'

const ROOT = join(import.meta.dirname, '..')
const FORM =
  /^# \d{4} [^\n]+\n\n\*\*Context\.\*\*\s.+\n\n\*\*Decision\.\*\*\s.+\n\n\*\*Consequences\.\*\*\s.+\n$/s
const MOST_WORDS = 300
const LINK = /\]\((?!https?:)([^)#]+)/g
/** In a comment: by the whole name of its file, or by its number alone. */
const CITATION = /docs\/decisions\/(\d{4}(?:-[\w-]+\.md)?)/g
const FOLDERS = ['bench', 'clients', 'infra', 'packages', 'scripts', 'services']
const names = listDecisions()
const read = (name: string) => readFileSync(join(DECISIONS, name), 'utf8')

test.each(names)('%s is named by its number, and has its form', (name) => {
  expect(name).toMatch(/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.md$/)
  const text = read(name)
  expect(text.slice(0, 7)).toBe(`# ${name.slice(0, 4)} `)
  expect(text).toMatch(FORM)
  expect(text.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(MOST_WORDS)
})

test.each(names)('every relative link of %s leads to a file', (name) => {
  const linked = [...read(name).matchAll(LINK)].map(([, path]) => path!)
  expect(linked.filter((path) => !existsSync(join(DECISIONS, path)))).toEqual([])
})

test('every decision has a number of its own', () => {
  const numbers = names.map((name) => name.slice(0, 4))
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
})

test('the index is what `pnpm docs` writes', () => {
  expect(read(INDEX)).toBe(decisionIndex())
})

test('every decision that code cites is there', () => {
  const cited = FOLDERS.flatMap((folder) => listSources(join(ROOT, folder))).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(CITATION)].map(([, name]) => name!),
  )
  expect(cited.length).toBeGreaterThan(0)
  const known = new Set(names.flatMap((name) => [name, name.slice(0, 4)]))
  expect(cited.filter((name) => !known.has(name))).toEqual([])
})
