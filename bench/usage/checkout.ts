import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startPostgres } from '@gleaner/local-servers/postgres'
import { loadFrom } from '../lib/load-from.ts'

/** What the benches use of a checkout of this project: of this one, or an older one to compare with. */
export interface Checkout {
  billing: typeof import('@gleaner/billing')
  jobs: typeof import('@gleaner/jobs')
  db: typeof import('@gleaner/db')
  migrate: typeof import('@gleaner/db/migrate')['migrate']
  secretBox: typeof import('@gleaner/security/secret-box')
  ids: typeof import('@gleaner/contracts')
}

export const HERE = resolve(import.meta.dirname, '../..')

/** Loads its packages from where it lies, each with what it has installed. */
export async function openCheckout(folder: string): Promise<Checkout> {
  const load = (path: string) => loadFrom(folder, path)
  return {
    billing: await load('billing/src/index.ts'),
    jobs: await load('jobs/src/index.ts'),
    db: await load('db/src/index.ts'),
    migrate: (await load('db/src/migrate.ts')).migrate,
    secretBox: await load('security/src/secret-box.ts'),
    ids: await load('contracts/src/index.ts'),
  }
}

/** A Postgres of its own, deleted when this process ends. */
export async function startScratchPostgres(options: { throwAway: boolean }) {
  const folder = await mkdtemp(join(tmpdir(), `gleaner-bench-${randomBytes(2).toString('hex')}-`))
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), ...options })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return postgres
}
