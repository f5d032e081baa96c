import { createDatabase, createPool } from '@gleaner/db'
import { migrate } from '@gleaner/db/migrate'
import { describeError } from '@gleaner/runtime/describe-error'
import { loadSecrets } from './secrets.ts'
import { seedAccount } from './seed.ts'

/** `prepare-main.ts <secrets file>` with DATABASE_URL: migrates, then seeds. Running it again changes nothing. */
async function main(): Promise<void> {
  const url = process.env.DATABASE_URL!
  await migrate(url, { say: (line) => process.stdout.write(`${line}\n`) })
  const pool = createPool({ url, max: 1 })
  await seedAccount(createDatabase(pool), await loadSecrets(process.argv[2]!))
  await pool.end()
}

try {
  await main()
  process.exit(0)
} catch (error) {
  process.stderr.write(`${describeError(error).message}\n`)
  process.exit(1)
}
