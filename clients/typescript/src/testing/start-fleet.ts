import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DevInfo, startFleet } from '@gleaner/devstack'
import { FLEET_UNDER_TEST } from '@gleaner/devstack/testing/fleet-under-test'

/** A fleet of its own for a test file. */
export async function startTestFleet(
  env: Record<string, string> = {},
): Promise<{ info: DevInfo; url: string; stop(): Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'gleaner-sdk-'))
  const fleet = await startFleet({ home, port: 0, env: { ...FLEET_UNDER_TEST, ...env } })
  return {
    info: fleet.info,
    url: new URL(fleet.info.base_url).origin,
    async stop() {
      await fleet.stop()
      await rm(home, { recursive: true, force: true })
    },
  }
}
