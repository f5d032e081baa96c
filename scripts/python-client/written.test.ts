import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { makeFiles, PACKAGE, WRITTEN_FOLDERS } from './make-files.ts'

test('what is written of the Python client is what `pnpm docs` writes, and nothing else stands beside it', () => {
  const files = makeFiles()
  const standing = WRITTEN_FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.py`, { cwd: PACKAGE }))
  expect(standing.sort()).toEqual([...files.keys()].sort())
  for (const [path, text] of files)
    expect([path, readFileSync(join(PACKAGE, path), 'utf8') === text]).toEqual([path, true])
})

test('the synchronous half has no word of the asynchronous one', () => {
  for (const [path, text] of makeFiles())
    if (path.startsWith('_sync/') || path.includes('/_sync/'))
      expect([path, text.match(/\b(await|async|anyio|_async|Async\w+|a(close|read|iter_\w+))\b/g)]).toEqual([
        path,
        null,
      ])
})
