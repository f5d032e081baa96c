// Writes what is generated from a source in the repository anew: the database client.
import { ensureDatabaseClient } from './setup/database-client.mjs'

await ensureDatabaseClient({ force: true })
