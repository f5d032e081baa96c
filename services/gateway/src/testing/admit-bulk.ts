import { createBulkAdmission, openJobs } from '@gleaner/jobs'
import { placesOf } from '@gleaner/jobs/testing/admission'
import { loadConfig, silentLogger } from '@gleaner/runtime'
import { config } from '../config.ts'

/** Admits bulk work, as the scheduler does; beside a gateway with these settings. */
export async function admitBulk(env: Readonly<Record<string, string>>): Promise<{ stop(): Promise<void> }> {
  const opened = openJobs(loadConfig(config, env), silentLogger(), { max: 3 })
  const admission = createBulkAdmission({
    ctx: opened.jobs,
    logger: silentLogger(),
    perHost: 10,
    places: async () => placesOf(),
  })
  await admission.start()
  return {
    async stop() {
      await admission.stop()
      await opened.close()
    },
  }
}
