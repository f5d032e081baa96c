// Brings the database at DATABASE_URL up to the newest migration, then ends. Running it again changes nothing.
import { migrate } from '../../packages/platform/db/src/migrate.ts'

const url = process.env.DATABASE_URL
if (!url) throw new Error('DATABASE_URL is not set')
const applied = await migrate(url, { say: (line) => process.stderr.write(`${line}\n`) })
process.stdout.write(`Applied migrations: ${applied.join(', ') || 'none, the database is up to date'}\n`)
