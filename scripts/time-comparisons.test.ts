import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from '@jest/globals'
import { listSources } from './sources.mjs'

const ROOT = join(import.meta.dirname, '..')
const TEST_FILE = /\.test\.ts$|\/(?:tests|testing|fixtures)\//
/**
 * SQL that compares a column, or an expression that stands for one, with now. Ages (`now() - interval ...`) are no expiries. JavaScript's
 * functions of this name are beside names without underscore.
 */
const WITH_NOW = [
  /(?:\w+_\w+|\$\{[^}\n]*\})[^`\n;]{0,30}?(?:[<>]=?|BETWEEN)\s*now\(\)(?!\s*[-+])/g,
  /\bnow\(\)\s*[<>]=?\s*(?:\w+\.)?\w+_\w+/g,
]
/** SQL that compares a time at which something ends with a parameter, which has the time of a process. */
const WITH_PARAMETER = /\b(?:\w+_until|(?:\w+_)?expires?_at|deadline_at)\)?\s*[<>]=?\s*\$\d/g

function faultsIn(text: string): string[] {
  return [...WITH_NOW, WITH_PARAMETER].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([found]) => found),
  )
}

test('statements compare times with now by hasCome and isAhead of packages/platform/db alone', () => {
  const sources = ['packages', 'services'].flatMap((folder) => listSources(join(ROOT, folder)))
  const faults = sources
    .filter((file) => !TEST_FILE.test(file))
    .flatMap((file) =>
      faultsIn(readFileSync(file, 'utf8')).map((found) => `${relative(ROOT, file)}: ${found}`),
    )
  expect(faults).toEqual([])
})

test.each([
  'lease_until IS NULL OR lease_until < now()',
  'WHERE expires_at > now()`',
  "COALESCE(validate_at, '-infinity') <= now()",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as sources have it
  '${ENDS_AT} <= now()',
  'now() >= api_key.expires_at',
  'expires_at > $2',
])('%s is such a comparison', (sql) => {
  expect(faultsIn(sql)).toHaveLength(1)
})

test.each(["created_at > now() - interval '1 hour'", 'known.until > now()', 'lease_until = now()'])(
  '%s is none',
  (text) => {
    expect(faultsIn(text)).toEqual([])
  },
)
