import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { holdSql, settleSql } from './hold-and-capture.ts'
import { holdTogetherSql } from './hold-together-sql.ts'
import { transferSql } from './transfer-sql.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** SQL that writes what billing alone may write, and the same through Prisma. */
const WRITES = [
  /\b(insert\s+into|update|delete\s+from|truncate|merge\s+into)\s+(only\s+)?"?(ledger_\w+|balance|call_hold|usage_\w+|spend_limit)\b/i,
  /\.(ledger\w+|balance|usage\w+|callHold|spendLimit)\.(create|update|upsert|delete)/,
]
const writes = (text: string) => WRITES.some((pattern) => pattern.test(text))

describe('money', () => {
  test('is written by this package alone', () => {
    const sources = globSync('{packages,services,bench,scripts,infra}/**/*.{ts,mts,mjs,js,sql}', {
      cwd: ROOT,
      exclude: (path) =>
        path.includes('node_modules') || path.includes('generated') || path.includes('prisma/migrations'),
    })
    const others = sources.filter(
      (path) => !path.startsWith('packages/money/billing/') && !/\.test\.ts$|\/testing\//.test(path),
    )
    expect(others.length).toBeGreaterThan(500)
    expect(others.filter((path) => writes(readFileSync(join(ROOT, path), 'utf8')))).toEqual([])
  })

  test.each([
    ['a hold', holdSql({ prices: '$1', accountId: '$2', jobId: '$3', apiKeyId: '$4', isFree: 'false' })],
    ['many holds', holdTogetherSql('given')],
    ['a settlement', settleSql('done', 'one')],
    ['many settlements', settleSql('done', 'many')],
    ['any transfer', transferSql('paid', { deposit: 't.amount' })],
    ['Prisma', 'await prisma.balance.update({})'],
  ])('would be seen to be written by %s', (_, text) => {
    expect(writes(text)).toBe(true)
  })
})
