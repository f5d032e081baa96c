import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import { SERVICES } from './services.ts'

/** Prints the address of each module as it is loaded. */
const HOOK = `import { registerHooks } from 'node:module'
registerHooks({ load: (url, context, next) => (console.log(url), next(url, context)) })`

/** What a process of these services loads before it does anything. */
async function loadedBy(services: readonly string[]): Promise<string> {
  const hook = `data:text/javascript,${encodeURIComponent(HOOK)}`
  const args = ['--import', hook, join(import.meta.dirname, 'group-main.ts'), '--compile', ...services]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 24 })
  return stdout
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
