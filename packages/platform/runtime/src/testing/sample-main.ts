import { z } from 'zod'
import { run } from '../run.ts'
import { sleep } from '../time.ts'

/** A service's process for the tests of `run`: FAULT makes it fail the ways real ones do. */
const config = z.object({ FAULT: z.enum(['none', 'start', 'throw', 'reject', 'stuck']).default('none') })

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
          if (FAULT === 'throw')
            setTimeout(() => {
              throw new Error('thrown by a timer')
            }, 20)
          if (FAULT === 'reject')
            setTimeout(() => void Promise.reject(new Error('nobody waits for this')), 20)
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
