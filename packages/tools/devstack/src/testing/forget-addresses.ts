import { QUEUE_PREFIX } from '@gleaner/queue'
import { Redis } from 'ioredis'

/** Sign-ins of one suite count no longer against another's, which comes from the same address. */
const EVERY_MS = 250
/** Windows of the rate limits of loopback addresses, of IPv4 and IPv6. */
const WINDOWS = ['127.0.0.1', '::/64'].map((network) => `${QUEUE_PREFIX}:limits:window:${network}:*`)

/** Forgets again and again what was counted of the address that all suites come from. */
export function forgetAddresses(redisUrl: string): { stop(): Promise<void> } {
  const redis = new Redis(redisUrl)
  redis.on('error', () => {}) // it is started anew, as the fleet's processes see it too
  let forgetting = Promise.resolve()
  const forget = async () => {
    for (const pattern of WINDOWS) {
      const keys = await redis.keys(pattern)
      if (keys.length > 0) await redis.del(...keys)
    }
  }
  const timer = setInterval(() => {
    forgetting = forgetting.then(forget).catch(() => {})
  }, EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await forgetting
      redis.disconnect()
    },
  }
}
