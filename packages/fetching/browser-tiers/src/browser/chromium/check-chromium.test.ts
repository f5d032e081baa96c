import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createChromiumCheck } from './check-chromium.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-chromium-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a program that runs passes, until it is gone', async () => {
  const path = join(folder, 'runs')
  await writeFile(path, '#!/bin/sh\necho Chromium 1\n')
  await chmod(path, 0o755)
  const check = createChromiumCheck(path)
  await check()
  await rm(path)
  await expect(check()).rejects.toThrow(/^Chromium cannot be run: ENOENT/)
})

test('one that is there and does not run fails, each time that it is asked', async () => {
  const path = join(folder, 'broken')
  await writeFile(path, '#!/bin/sh\nexit 127\n')
  await chmod(path, 0o755)
  const check = createChromiumCheck(path)
  for (const _ of [1, 2]) await expect(check()).rejects.toThrow('Chromium cannot be run')
})
