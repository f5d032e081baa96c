import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'

/** Of other things than retention: how soon a session expires, how long a link in a mail is good. */
const OTHERS = ['schemas/sessions.ts', 'endpoints/auth.ts']

test('what is told of retention is written from RETENTION', () => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(
    (file) => !file.endsWith('.test.ts') && !OTHERS.includes(file),
  )
  expect(
    files.filter((file) => readFileSync(join(import.meta.dirname, file), 'utf8').includes('24 hours')),
  ).toEqual([])
})
