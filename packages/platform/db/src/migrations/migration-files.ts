import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export interface Migration {
  name: string
  script: string
  /** SHA-256 of the script, as Prisma records it. */
  checksum: string
}

const FOLDER = fileURLToPath(new URL('../../prisma/migrations/', import.meta.url))

/** The migrations on disk, in the order in which they are applied. */
export async function readMigrations(): Promise<Migration[]> {
  const entries = await readdir(FOLDER, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return await Promise.all(
    names.sort().map(async (name) => {
      const script = await readFile(`${FOLDER}${name}/migration.sql`, 'utf8')
      return { name, script, checksum: createHash('sha256').update(script).digest('hex') }
    }),
  )
}
