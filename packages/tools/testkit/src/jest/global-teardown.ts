import { discardRun } from './run-folder.ts'
import { serversOfThisRun } from './running-servers.ts'

/** Ends the servers of this jest run and deletes their data. */
export default async function globalTeardown(): Promise<void> {
  const servers = serversOfThisRun()
  if (!servers) return
  await Promise.all([servers.postgres.stop(), servers.redis.stop()])
  await discardRun(servers.folder)
}
