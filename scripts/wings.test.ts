import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { listMembers, WINGS } from './wings.mjs'

const ROOT = join(import.meta.dirname, '..')
const members = listMembers(ROOT)
const wings = WINGS.filter((wing) => !['clients', 'services', 'bench'].includes(wing))

test.each(wings)('the README of %s names its packages, and no others', (wing) => {
  const text = readFileSync(join(ROOT, 'packages', wing, 'README.md'), 'utf8')
  const named = [...text.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
  const there = members.filter((member) => member.wing === wing).map(({ folder }) => basename(folder))
  expect(named.sort()).toEqual(there.sort())
})

test('docs/architecture.md names the wings in their order', () => {
  const text = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8')
  expect([...text.matchAll(/^\| \[`packages\/(\w+)`\]/gm)].map(([, wing]) => wing)).toEqual(wings)
})

test('the README of clients names its folders, and no others', () => {
  const folders = readdirSync(join(ROOT, 'clients'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  const text = readFileSync(join(ROOT, 'clients/README.md'), 'utf8')
  const named = [...text.matchAll(/^\| \[`([\w-]+)`\]/gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(folders.map(({ name }) => name).sort())
})
