import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startLargeService } from '@gleaner/devstack/testing/large-service'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createHome, describeLargeWork, runLarge, urls } from '../testing/large-work.ts'
import { BIN } from '../testing/run-cli.ts'

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

let home: string
beforeAll(async () => {
  home = await createHome()
})
afterAll(() => rm(home, { recursive: true, force: true }))

describeLargeWork({ pages: 300, size: 1_000, largePages: 6 }, (give) => {
  test('whose key is revoked in the middle keeps what came, says so, and how to go on', async () => {
    const ran = await give({ pages: 100, size: 100, revokedAfter: 30 })
    expect(ran.code).toBe(3)
    expect(ran.stderr).toMatch(
      /^error: This API key [^\n]*was revoked[^\n]*login[^\n]*\nThe (batch|crawl) goes on: [^\n]*--resume [^\n]*\n$/,
    )
    // What was on its way when the connection broke may be among what is fetched later.
    const came = ran.pages.map(({ url }) => url)
    expect(came).toEqual(urls(Math.min(30, came.length)))
  })
})

test('a crawl in a folder has a file of each page, and goes on after a revoked key with those that are missing', async () => {
  const folder = join(home, 'folder')
  const args = ['crawl', 'example.com', '-o', 'folder']
  const revoked = await runLarge(home, { pages: 100, size: 100, revokedAfter: 30 }, args)
  expect(revoked.code).toBe(3)
  const came = await readdir(join(folder, 'example.com'))
  expect(came.length).toBeLessThanOrEqual(30)
  expect(linesOf(await readFile(join(folder, 'gleaner-pages.jsonl'), 'utf8'))).toHaveLength(came.length)
  const rest = await runLarge(home, { pages: 100, size: 100 }, ['crawl', '--resume', '-o', 'folder'])
  expect([rest.code, rest.stderr]).toEqual([0, ''])
  expect(await readdir(join(folder, 'example.com'))).toHaveLength(100)
  const index = linesOf(await readFile(join(folder, 'gleaner-pages.jsonl'), 'utf8'))
  expect(index.map(({ url }) => url)).toEqual(urls(100))
})

test('a pipe that is closed early ends it at once, without a word', async () => {
  const service = await startLargeService({ pages: 300, size: 10_000 })
  const env = { PATH: process.env.PATH, HOME: home, GLEANER_URL: service.url, GLEANER_API_KEY: 'sk_test_1' }
  const line = `"${process.execPath}" "${BIN}" batch pages.txt | head -n 1; echo "\${PIPESTATUS[0]}"`
  const { stdout, stderr } = await promisify(execFile)('/bin/bash', ['-c', line], { env, cwd: home })
  await service.close()
  const [first, code] = stdout.trim().split('\n')
  expect([JSON.parse(first!).url, code, stderr]).toEqual(['https://example.com/0', '0', ''])
})
