import { migrate } from '@gleaner/db/migrate'

/** Migrates the database of the variable DATABASE_URL. The idle connections of the engine do not hold us up. */
await migrate(process.env.DATABASE_URL!)
process.exit()
