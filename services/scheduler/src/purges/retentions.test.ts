import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { PURGES } from './purges.ts'
import { RETENTIONS } from './retentions.ts'

const root = new URL('../../../../', import.meta.url)
const read = (path: string) => readFile(new URL(path, root), 'utf8')
const purgesOf = (table: string) => {
  const retention = RETENTIONS[table]!
  return 'purges' in retention ? retention.purges : []
}

test('every model of the schema has a retention, or a reason to stay', async () => {
  const schema = await read('packages/platform/db/prisma/schema.prisma')
  const tables = [...schema.matchAll(/@@map\("(\w+)"\)/g)].map((match) => match[1]!)
  expect(schema.match(/^model /gm)).toHaveLength(tables.length)
  expect(Object.keys(RETENTIONS).sort()).toEqual(tables.sort())
})

test('every purge is the retention of one table, and every one that is named runs', () => {
  const named = Object.keys(RETENTIONS).flatMap(purgesOf)
  expect(named.sort()).toEqual(PURGES.map(({ name }) => name).sort())
})
