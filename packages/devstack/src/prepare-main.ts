import { createPool } from '@gleaner/db'
import { migrate } from '@gleaner/db/migrate'
import { loadSecrets } from './secrets.ts'
import { seedAccount } from './seed.ts'

/** `prepare-main.ts <secrets file>` with DATABASE_URL: migrates, then seeds. Running it again changes nothing. */
const url = process.env.DATABASE_URL!
await migrate(url)
const pool = createPool({ url, max: 1 })
await seedAccount(pool, await loadSecrets(process.argv[2]!))
// Idle connections of the schema engine do not hold us up.
process.exit()
