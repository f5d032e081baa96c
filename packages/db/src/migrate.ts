import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { loadSchemaEngine } from './schema-engine.ts'

const PRISMA_FOLDER = fileURLToPath(new URL('../prisma/', import.meta.url))

/** Any constant works as long as every process that migrates takes the same lock. */
const MIGRATION_LOCK = 7_305_512

/**
 * Brings the database at `url` up to the newest migration; does nothing when it is there already. Several processes
 * may call it at once: one migrates, the others wait. Returns the names of the migrations it applied.
 */
export async function migrate(url: string): Promise<string[]> {
  const lock = new pg.Client({ connectionString: url })
  await lock.connect()
  try {
    await takeLock(lock)
    return await applyMigrations(url)
  } finally {
    await lock.end()
  }
}

/** Asks again and again: one statement that waits would be what an index that is made CONCURRENTLY waits for. */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [MIGRATION_LOCK])
    if (rows[0].taken) return
    await setTimeout(RETRY_MS)
  }
}

const RETRY_MS = 100

/**
 * Prisma's adapter cuts a script at every semicolon, also inside function bodies, and runs the pieces one by one.
 * Sent whole, Postgres parses it itself and applies all of it or nothing.
 */
class WholeScriptAdapter extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    adapter.executeScript = async (script: string) => {
      await adapter.underlyingDriver().query(script)
    }
    return adapter
  }
}

async function applyMigrations(url: string): Promise<string[]> {
  const { SchemaEngine } = await loadSchemaEngine()
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const engine = await SchemaEngine.new(
    { datamodels: [['schema.prisma', await readFile(`${PRISMA_FOLDER}schema.prisma`, 'utf8')]] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(new WholeScriptAdapter(pool)),
  )
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: await readMigrations(),
      filters: { externalTables: [], externalEnums: [] },
    })
    return appliedMigrationNames
  } finally {
    engine.free()
    await pool.end()
  }
}

/** The migrations on disk, in the shape that the schema engine takes. */
async function readMigrations() {
  const folders = (await readdir(`${PRISMA_FOLDER}migrations`, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
  const migrationDirectories = await Promise.all(
    folders.map(async (path) => ({
      path,
      migrationFile: {
        path: 'migration.sql',
        content: {
          tag: 'ok' as const,
          value: await readFile(`${PRISMA_FOLDER}migrations/${path}/migration.sql`, 'utf8'),
        },
      },
    })),
  )
  return {
    baseDir: `${PRISMA_FOLDER}migrations`,
    lockfile: { path: './migration_lock.toml', content: 'provider = "postgresql"\n' },
    shadowDbInitScript: '',
    migrationDirectories,
  }
}
