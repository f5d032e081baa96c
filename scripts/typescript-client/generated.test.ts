import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { NAMES } from '../../clients/typescript/src/names.ts'
import { createDocument } from '../../packages/api/openapi/src/document.ts'
import { FOLDER, makeFiles } from './make-files.ts'

test('what the TypeScript client has of the OpenAPI document is what `npm run docs` writes', async () => {
  const made = await makeFiles()
  const standing = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(standing.sort()).toEqual([...made.keys()].sort())
  for (const [path, text] of made) expect([path, readFileSync(path, 'utf8')]).toEqual([path, text])
})

test('the table of names has each operation of the document once, and no other', () => {
  const { paths } = createDocument({ publicUrl: 'http://localhost' })
  const operations = Object.values(paths).flatMap((path) =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(Object.keys(NAMES).sort()).toEqual(operations.sort())
  expect(new Set(Object.values(NAMES)).size).toBe(operations.length)
})
