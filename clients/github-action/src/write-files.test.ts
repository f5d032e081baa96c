import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import type { PageResult } from './read-pages.ts'
import { openFolder } from './write-files.ts'

let workspace: string
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'gleaner-files-'))
})
afterEach(() => rm(workspace, { recursive: true, force: true }))

const page = { content: { markdown: 'text' } } as unknown as PageResult

test('gives every address a file of its own, in the folder and nowhere else', async () => {
  const urls = [
    'https://a.example/',
    'https://a.example/b?c=1',
    'https://a.example/b/c/1',
    'https://A.example/B?C=1',
    'https://a.example/b?c=1',
    'https://a.example/../../etc/passwd',
    'https://a.example/%2e%2e%2f..%2f',
    'https://index/',
    'https://[::1]/',
    'https://-/',
    `https://a.example/${'long/'.repeat(500)}`,
    `https://a.example/${'long/'.repeat(501)}`,
  ]
  const folder = await openFolder(workspace, 'out')
  const paths: string[] = []
  for (const url of urls) paths.push(...(await folder.write(url, page)))
  await folder.writeIndex([])
  expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(urls.length)
  for (const path of paths) expect(path).toMatch(/^out\/[A-Za-z0-9][A-Za-z0-9.-]{0,130}\.md$/)
  expect(await readdir(workspace)).toEqual(['out'])
  expect((await readdir(join(workspace, 'out'))).sort()).toEqual(
    [...paths.map((path) => path.slice('out/'.length)), 'index.json'].sort(),
  )
})
