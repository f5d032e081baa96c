import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

const ROOT = join(import.meta.dirname, '..')
const DOCUMENTS = globSync('{*.md,docs/**/*.md,infra/**/*.md,packages/*/README.md}', {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules'),
})
/** What a document names in code type, from the root of the project; without line numbers, and without what stands for any name. */
const PATH = /`((?:packages|services|scripts|bench|infra|docs)\/[\w./*{},-]+?)(?::\d+)?`/g

test.each(DOCUMENTS)('every path that %s names is there', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const named = new Set([...text.matchAll(PATH)].map(([, path]) => path!))
  expect([...named].filter((path) => globSync(path, { cwd: ROOT }).length === 0)).toEqual([])
})
