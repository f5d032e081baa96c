import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@gleaner/local-servers/postgres'

/** A Postgres of its own, deleted when this process ends. */
export async function startScratchPostgres() {
  const folder = await mkdtemp(join(tmpdir(), `gleaner-bench-${randomBytes(2).toString('hex')}-`))
  const postgres = await startPostgres({ dataDir: join(folder, 'data'), throwAway: true })
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return postgres
}
