import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { findBareSleeps } from './bare-sleeps.mjs'
import { listSources } from './sources.mjs'

const ROOT = join(import.meta.dirname, '..')
const TESTS = ['clients', 'packages', 'services', 'scripts', 'infra']
  .flatMap((folder) => listSources(join(ROOT, folder)))
  .filter((file) => /\.test\.ts$|\/tests\//.test(file))

test('a test that waits for time to pass says why, on the line or the one above', () => {
  // It has examples of its own.
  const bare = TESTS.filter((file) => file !== import.meta.filename).flatMap((file) =>
    findBareSleeps(readFileSync(file, 'utf8')).map((line) => `${relative(ROOT, file)}:${line}`),
  )
  expect(bare).toEqual([])
})

test.each([
  ['await sleep(5)', [1]],
  ['await sleep(5) // so that requests overlap', []],
  ['// So that requests overlap.\nawait sleep(5)', []],
  ['// Of something else.\n\nawait sleep(5)', [3]],
  ["ask('http://localhost')\nawait new Promise((resolve) => setTimeout(resolve, 5))", [2]],
  ["jest.setTimeout(5)\nsocket.setTimeout(5)\nawait db.query('SELECT pg_sleep(5)')", []],
])('%j has bare sleeps in lines %j', (source, lines) => {
  expect(findBareSleeps(source)).toEqual(lines)
})
