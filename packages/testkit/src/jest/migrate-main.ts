import { migrate } from '@gleaner/db/migrate'

/** Migrates the database of the variable DATABASE_URL. Exits despite the idle connections of the engine. */
await migrate(process.env.DATABASE_URL!)
process.exit()
