import { z } from 'zod'
import { run } from '../run.ts'
import { sleep } from '../time.ts'

/** A service's process for the tests of `run`: FAULT makes it fail the ways real ones do. */
const config = z.object({
  FAULT: z.enum(['none', 'start', 'throw', 'reject', 'stuck', 'stuck-fatal']).default('none'),
})

await run(
  {
    name: 'sample',
    config,
    create: ({ FAULT }, { logger }) => {
      const alive = setInterval(() => {}, 1_000)
      return {
        name: 'sample',
        checks: {},
        start: async () => {
          if (FAULT === 'start') throw new Error('no database')
          if (FAULT === 'throw' || FAULT === 'stuck-fatal')
            setTimeout(() => {
              throw new Error('thrown by a timer')
            }, 20)
          if (FAULT === 'reject')
            setTimeout(() => void Promise.reject(new Error('nobody waits for this')), 20)
        },
        fatal: async (error) => {
          if (FAULT === 'stuck-fatal') setTimeout(() => void Promise.reject(new Error('and another one')), 20)
          if (FAULT === 'stuck-fatal') await sleep(60_000)
          await sleep(50)
          logger.info({ because: (error as Error).message }, 'noted what was at hand')
        },
        stop: async () => {
          if (FAULT === 'stuck') await sleep(60_000)
          clearInterval(alive)
          logger.info('handed back what it held')
        },
      }
    },
  },
  process.env,
)
