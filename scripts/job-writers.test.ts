import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { listSources } from './sources.mjs'

const ROOT = join(import.meta.dirname, '..')
const JOBS = 'packages/work/jobs/'
/** Seals stored secrets with the current key; it changes neither a state nor what is said. */
const RESEALING = 'packages/tools/admin/src/sealed-columns.ts'
/** Files of tests make up rows as they like. */
const TEST_FILE = /\.test\.ts$|\/(?:tests|testing|fixtures)\//
/** SQL that changes the table `job`, and the database client's calls that do. */
const WRITES =
  /\b(?:UPDATE|INSERT\s+INTO|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?"?job\b(?!_)|\btable: *['"]job['"]|\.job\.(?:create|update|upsert|delete)/i

test('no package but jobs writes the table job, but for sealing its secrets anew', () => {
  const sources = ['packages', 'services'].flatMap((folder) => listSources(join(ROOT, folder)))
  const writers = sources
    .filter((file) => WRITES.test(readFileSync(file, 'utf8')))
    .map((file) => relative(ROOT, file))
    .filter((file) => !TEST_FILE.test(file))
  expect(writers.filter((file) => !file.startsWith(JOBS))).toEqual([RESEALING])
})
