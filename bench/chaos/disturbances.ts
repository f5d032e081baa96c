import { setTimeout as sleep } from 'node:timers/promises'
import { connectRedis, endConnection } from '@gleaner/queue'
import { eventually } from '@gleaner/testkit/eventually'
import type { Stack } from '../lib/stack.ts'
import type { Databases, Restartable } from './restartable.ts'

const OUTAGE_MS = 20_000

/** Does something bad to a stack, and says what it has done. */
export type Disturbance = (stack: Stack) => Promise<string>

/** `only`: the process that is meant, instead of one at random. `databases`: those of the stack, where a disturbance stops them. */
export interface Means {
  only: string | undefined
  databases: Databases | undefined
}

export const DISTURBANCES: Record<string, (means: Means) => Disturbance> = {
  kill:
    ({ only }) =>
    (stack) =>
      signalOne(stack, only, 'SIGKILL'),
  terminate:
    ({ only }) =>
    (stack) =>
      signalOne(stack, only, 'SIGTERM'),
  'empty-redis': () => emptyRedis,
  'stop-redis': ({ databases }) => stopping('Redis', databases!.redis),
  'stop-postgres': ({ databases }) => stopping('Postgres', databases!.postgres),
}

/** The database is away for 20 s, and comes back with all that it had. */
function stopping(name: string, server: Restartable): Disturbance {
  return async () => {
    await server.server.stop()
    await sleep(OUTAGE_MS)
    await server.restart()
    return `${name}-stopped`
  }
}

async function emptyRedis(stack: Stack): Promise<string> {
  const redis = connectRedis((await stack.info()).redis_url, 'worker', () => {})
  await redis.flushdb()
  endConnection(redis)
  return 'Redis-emptied'
}

async function signalOne(stack: Stack, only: string | undefined, signal: NodeJS.Signals): Promise<string> {
  for (;;) {
    const { supervisor: _, ...pids } = (await stack.info()).pids
    const names = Object.keys(pids).filter((name) => !only || name === only)
    if (names.length === 0)
      throw new Error(`there is no process "${only}"; there are ${Object.keys(pids).join(', ')}`)
    const name = names[Math.floor(Math.random() * names.length)]!
    try {
      process.kill(pids[name]!, signal)
      return name
    } catch {
      // On its way up again.
      await sleep(200)
    }
  }
}

/** `kill -9` of a process, which may be on its way up again from the death before. */
export const killing = (stack: Stack, victim: string) => () =>
  eventually(async () => void process.kill((await stack.info()).pids[victim]!, 'SIGKILL'), {
    timeoutMs: 30_000,
  })

/** Those that are wanted, without those that share a process with an earlier one. */
export function distinctVictims(
  victims: readonly string[],
  pids: Record<string, number>,
  only: string | undefined,
): string[] {
  const wanted = victims.filter((victim) => !only || victim === only)
  return wanted.filter((victim, index) => wanted.findIndex((other) => pids[other] === pids[victim]) === index)
}
