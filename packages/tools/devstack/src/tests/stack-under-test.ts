import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPool, type Pool } from '@gleaner/db'
import { type OtlpReceiver, startOtlpReceiver } from '@gleaner/runtime/testing/otlp-receiver'
import { type Fleet, startFleet } from '../fleet.ts'
import { FLEET_UNDER_TEST } from '../testing/fleet-under-test.ts'
import { type ChangingSite, startChangingSite } from './changing-site.ts'
import { type HangingSite, startHangingSite } from './hanging-site.ts'
import { type MembersSites, startMembersSites } from './members-site.ts'
import { type EchoSite, startEchoSite } from './session-canaries.ts'

/** A stack as `npm start` runs it, and the sites that it may reach beside its own. */
export interface StackUnderTest {
  /** Its folder, which is `.gleaner` with `npm start`. */
  home: string
  fleet: Fleet
  pool: Pool
  /** The account of the keys that `npm start` prints. */
  accountId: string
  members: MembersSites
  hanging: HangingSite
  changing: ChangingSite
  echo: EchoSite
  /** The collector of its traces. */
  traces: OtlpReceiver
  close(): Promise<void>
}

/** `reachable`: hosts with ports that its work may reach beside these sites, such as `127.0.0.1:8080`. */
export async function startStackUnderTest(reachable: readonly string[] = []): Promise<StackUnderTest> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
  const [members, hanging, changing, echo, traces] = await Promise.all([
    startMembersSites(),
    startHangingSite(),
    startChangingSite(),
    startEchoSite(),
    startOtlpReceiver(),
  ])
  const fleet = await startFleet({
    home,
    port: 0,
    env: {
      ...FLEET_UNDER_TEST,
      LOG_LEVEL: 'trace',
      OTEL_EXPORTER_OTLP_ENDPOINT: traces.url,
      EGRESS_ALLOW: [...members.ports, hanging.port, changing.port, echo.port]
        .map((port) => `127.0.0.1:${port}`)
        .concat(reachable)
        .join(),
    },
  })
  const pool = createPool({ url: fleet.info.database_url, max: 2 })
  const { rows } = await pool.query('SELECT account_id FROM balance')
  return {
    home,
    fleet,
    pool,
    accountId: rows[0].account_id,
    members,
    hanging,
    changing,
    echo,
    traces,
    async close() {
      await pool.end()
      await fleet.stop()
      hanging.close()
      changing.close()
      await echo.close()
      await traces.close()
      await members.close()
      await rm(home, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
