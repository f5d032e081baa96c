import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { findBannedNames } from './banned-names.mjs'
import { ROOT } from './setup/root.mjs'
import { listSources } from './sources.mjs'

test('no name holds a word of the table', () => {
  const found = ['bench', 'clients', 'infra', 'packages', 'scripts', 'services']
    .flatMap((folder) => listSources(join(ROOT, folder)))
    .flatMap((file) =>
      findBannedNames(readFileSync(file, 'utf8'), { tsx: file.endsWith('.tsx') }).map(
        (name) => `${relative(ROOT, file)}: ${name}`,
      ),
    )
  expect(found).toEqual([])
})

test.each([
  ['const told = 1', ['told']],
  ['const { was_told: x } = f(); class Stray {}', ['was_told', 'Stray']],
  ["// is told\nconst text = 'told'", []],
  ['const strayed = 1', []],
])('%j has %j', (source, names) => {
  expect(findBannedNames(source)).toEqual(names)
})
