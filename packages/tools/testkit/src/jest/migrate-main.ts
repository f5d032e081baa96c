import { migrate } from '@gleaner/db/migrate'

/** Migrates the database of the variable DATABASE_URL. */
await migrate(process.env.DATABASE_URL!)
