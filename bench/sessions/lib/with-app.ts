import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@gleaner/local-servers/free-port'
import type { App, RunningApp } from '../apps/app.ts'
import { install } from './install.ts'

// Databases on a disk wait for it at every statement of their set-up: a minute for some.
const DATA = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Runs `use` on an application with new, empty data and stops it afterwards. */
export async function withApp<T>(
  app: App,
  language: string,
  use: (running: RunningApp) => Promise<T>,
): Promise<T> {
  const installed = await install(app)
  const folder = await mkdtemp(join(DATA, `gleaner-${app.name}-`))
  try {
    const running = await app.start({ folder, port: await freePort(), language, ...installed })
    try {
      return await use(running)
    } finally {
      await running.stop()
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
