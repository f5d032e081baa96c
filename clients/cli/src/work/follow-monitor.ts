import { setTimeout as pause } from 'node:timers/promises'
import type { Gleaner, Schemas } from '@gleaner/sdk'

/** Checks are minutes apart at least. */
const PAUSE_MS = 15_000

/** Changes that a monitor finds from now on, the oldest first; with `most` it ends after so many. */
export async function* followMonitor(
  client: Gleaner,
  id: string,
  { most = Number.POSITIVE_INFINITY, signal }: { most: number | undefined; signal: AbortSignal },
): AsyncGenerator<Schemas['MonitorChange']> {
  const known = new Set((await read(client, id, signal)).map((change) => change.id))
  for (let given = 0; given < most; ) {
    await pause(PAUSE_MS, undefined, { signal })
    const fresh = (await read(client, id, signal)).filter((change) => !known.has(change.id)).reverse()
    for (const change of fresh) {
      known.add(change.id)
      given++
      yield change
    }
  }
}

async function read(
  client: Gleaner,
  id: string,
  signal: AbortSignal,
): Promise<readonly Schemas['MonitorChange'][]> {
  return (await client.monitors.changes(id, { limit: 50 }, { signal })).changes
}
