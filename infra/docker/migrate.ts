// Brings the database at DATABASE_URL up to the newest migration, then ends. Running it again changes nothing.
import { migrate } from '../../packages/db/src/migrate.ts'

const url = process.env.DATABASE_URL
if (!url) throw new Error('DATABASE_URL is not set')
const applied = await migrate(url)
process.stdout.write(`Applied migrations: ${applied.join(', ') || 'none, the database is up to date'}\n`)
// Idle connections of the schema engine do not hold the process up.
process.exit()
