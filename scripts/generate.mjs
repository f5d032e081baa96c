// Writes what is generated from a source in the repository anew: the database client, the dashboard.
import { ensureDashboard } from './setup/dashboard.mjs'
import { ensureDatabaseClient } from './setup/database-client.mjs'

await ensureDatabaseClient({ force: true })
await ensureDashboard({ force: true })
