import type { Queryable } from '@gleaner/db'
import { storableJson } from '@gleaner/db'
import type { Beat } from '@gleaner/runtime'

/** Writes down how a service is, in place of what it said before. */
export async function reportBeat(db: Queryable, beat: Beat): Promise<void> {
  const { instance, service, host, pid, version, startedAt, status, failing, vitals } = beat
  await db.query({
    name: 'report-beat',
    text: `INSERT INTO service_beat (instance, service, host, pid, version, started_at, status, failing, vitals)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
           ON CONFLICT (instance, service) DO UPDATE SET seen_at = now(), status = $7, failing = $8, vitals = $9`,
    values: [
      instance,
      service,
      host,
      pid,
      version,
      startedAt,
      status,
      storableJson(failing),
      storableJson(vitals),
    ],
  })
}
