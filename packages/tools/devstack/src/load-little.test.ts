import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { SERVICES } from './services.ts'

/** Notes the address of each module as it is loaded: in a file, as what a process that exits has written to a pipe may be cut off. */
const HOOK = `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (appendFileSync(process.env.LOADED, url + '\\n'), next(url, context)) })`

/** What a process of these services loads before it does anything. */
async function loadedBy(services: readonly string[]): Promise<string> {
  const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`
  const args = ['--import', hook, join(import.meta.dirname, 'group-main.ts'), '--compile', ...services]
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-loaded-'))
  const noted = join(folder, 'modules')
  try {
    await promisify(execFile)(process.execPath, args, { env: { ...process.env, LOADED: noted } })
    return await readFile(noted, 'utf8')
  } finally {
    await rm(folder, { recursive: true })
  }
}

test('a process loads no part of a library that it does not use: each MB of source costs it some four', async () => {
  const loaded = await loadedBy(SERVICES)
  expect(loaded).toMatch('/bullmq/dist/cjs/classes/worker.js')
  for (const unused of [
    '/bullmq/dist/cjs/index.js',
    '/undici/index.js',
    '/@bull-board/',
    '/nodemailer/',
    '/@prisma/client/',
  ]) {
    expect(loaded).not.toMatch(unused)
  }
})

test('a worker makes no schemas of endpoints', async () => {
  const workers = SERVICES.filter((name) => name.startsWith('tier-'))
  const loaded = await loadedBy(workers)
  expect(loaded).toMatch('/contracts/src/tier.ts')
  expect(loaded).not.toMatch('/contracts/src/endpoints/')
})
