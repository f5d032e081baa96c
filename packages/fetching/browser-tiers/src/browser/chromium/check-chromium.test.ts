import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress, type Egress } from '@gleaner/egress'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'
import { createChromiumCheck } from './check-chromium.ts'

let folder: string
let egress: Egress
beforeAll(async () => {
  egress = createEgress({})
  folder = await mkdtemp(join(tmpdir(), 'gleaner-chromium-'))
  // Browsers run as a user of their own.
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await egress.close()
  await rm(folder, { recursive: true, force: true })
})

/** Lends a check of a program that runs `script`, and a count of the pages that it has opened. */
async function withCheck(
  script: string,
  use: (check: () => Promise<void>, path: string, opened: () => number) => Promise<void>,
): Promise<void> {
  const path = join(folder, 'chromium')
  await writeFile(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  const pool = createBrowserPool({ egress, executablePath: path })
  let opened = 0
  const withPage: typeof pool.withPage = (...given) => {
    opened++
    return pool.withPage(...given)
  }
  try {
    await use(createChromiumCheck({ withPage }, path), path, () => opened)
  } finally {
    await pool.close()
  }
}

test('a browser that opens a page passes, without opening another, until its program is gone', async () => {
  await withCheck(`exec ${CHROMIUM} "$@"`, async (check, path, opened) => {
    await Promise.all([check(), check()])
    await check()
    expect(opened()).toBe(1)
    await rm(path)
    await expect(check()).rejects.toThrow(/^Chromium cannot open a page: ENOENT/)
  })
})

test('one that tells its version and opens none fails, each time that it is asked', async () => {
  const script = `case "$*" in *--version*) exec ${CHROMIUM} "$@" ;; esac; exit 127`
  await withCheck(script, async (check, _, opened) => {
    for (const times of [1, 2]) {
      await expect(check()).rejects.toThrow('Chromium cannot open a page')
      expect(opened()).toBe(times)
    }
  })
})
