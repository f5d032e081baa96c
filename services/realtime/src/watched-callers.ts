import { type Caller, readValidKeys, readValidSignIns } from '@gleaner/accounts'
import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import { createLoop, type ServiceDeps } from '@gleaner/runtime'

/** Who follows something: the credential of a request is checked once, that of a connection as long as it lasts. */
export interface WatchedCallers {
  /** Calls `onInvalid` once the credential does not stand for its caller any more. Ended by calling what is returned. */
  watch(caller: Caller, onInvalid: () => void): () => void
  start(): void
  stop(): Promise<void>
}

/** How long a revoked key is still told things, at most. In ms. */
const LOOK_EVERY_MS = 2_000
/** Credentials of one statement. */
const GROUP = 1_000

interface Watched<One extends Caller = Caller> {
  caller: One
  listeners: Set<() => void>
}

export function createWatchedCallers(
  db: Queryable,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): WatchedCallers {
  /** Each credential once, however many connections it has. */
  const watched = new Map<string, Watched>()

  async function look(): Promise<void> {
    const { key = [], user = [] } = Object.groupBy(watched.values(), ({ caller }) => caller.kind)
    await lookAt(key, async (group) => await readValidKeys(db, callersOf(group, 'key')))
    await lookAt(user, async (group) => {
      const users = callersOf(group, 'user')
      const valid = await readValidSignIns(db, users)
      return valid.map((isValid, index) => isValid && users[index]!.expiresAt.getTime() > Date.now())
    })
  }

  const looking = createLoop({
    name: 'look-at-callers',
    everyMs: LOOK_EVERY_MS,
    logger,
    metrics,
    async run() {
      try {
        await look()
      } catch (error) {
        // Nothing is told meanwhile that has not been read before.
        if (!isDatabaseUnavailable(error)) throw error
      }
    },
  })

  return {
    watch(caller, onInvalid) {
      const id = idOf(caller)
      const known = watched.get(id) ?? { caller, listeners: new Set<() => void>() }
      watched.set(id, known)
      const listener = () => onInvalid()
      known.listeners.add(listener)
      return () => {
        known.listeners.delete(listener)
        if (known.listeners.size === 0) watched.delete(id)
      }
    },
    start: () => looking.start(),
    stop: () => looking.stop(),
  }
}

async function lookAt(all: Watched[], readValid: (group: Watched[]) => Promise<boolean[]>): Promise<void> {
  for (let from = 0; from < all.length; from += GROUP) {
    const group = all.slice(from, from + GROUP)
    const valid = await readValid(group)
    for (const [index, { listeners }] of group.entries())
      if (!valid[index]) for (const onInvalid of [...listeners]) onInvalid()
  }
}

function callersOf<Kind extends Caller['kind']>(group: Watched[], kind: Kind) {
  return group.map(({ caller }) => caller).filter((caller) => caller.kind === kind) as Extract<
    Caller,
    { kind: Kind }
  >[]
}

/** Tokens of one session end at different times; a key may have two texts, and be bound to some of the addresses that it is used from. */
function idOf(caller: Caller): string {
  const { accountId } = caller
  return caller.kind === 'key'
    ? `key ${caller.apiKeyId} ${accountId} ${caller.generation} ${caller.address}`
    : `user ${caller.sessionId} ${accountId} ${caller.expiresAt.getTime()}`
}
