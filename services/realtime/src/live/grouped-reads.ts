import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '@gleaner/db'

/** Reads by key, many keys with one statement. */
export interface GroupedReads<Key, Value> {
  /**
   * What a read that begins after this call finds under the key. While the database is away it waits; it never resolves once `stop`
   * was called. Rejects when the read fails otherwise.
   */
  read(key: Key): Promise<Value | undefined>
  stop(): void
}

export interface GroupedReadsOptions<Key, Value> {
  /** Names a key: reads of one that wait at the same time are one. */
  idOf(key: Key): string
  /** Reads a group of different keys at once; the values in their order. */
  readGroup(keys: readonly Key[]): Promise<readonly (Value | undefined)[]>
  /** Most keys of a group. Groups are read one after the other. */
  groupMax: number
  /** From the beginning of one group to that of the next, unless it was full: what comes meanwhile is one group. */
  gatherMs: number
  /** The database is away, and is asked again. */
  onUnavailable(error: unknown): void
}

const RETRY_MS = 500

export function createGroupedReads<Key, Value>(
  options: GroupedReadsOptions<Key, Value>,
): GroupedReads<Key, Value> {
  const { idOf, readGroup, groupMax, gatherMs, onUnavailable } = options
  type Waiting = { key: Key; result: PromiseWithResolvers<Value | undefined> }
  let waiting = new Map<string, Waiting>()
  let isReading = false
  let isStopped = false

  function takeGroup(): Waiting[] {
    const group = [...waiting.values()].slice(0, groupMax)
    if (group.length === waiting.size) waiting = new Map()
    else for (const { key } of group) waiting.delete(idOf(key))
    return group
  }

  /** Keeps them for the next group. A read of the same key that was asked for meanwhile does for both. */
  function putBack(group: readonly Waiting[]): void {
    for (const one of group) {
      const newer = waiting.get(idOf(one.key))
      if (newer) one.result.resolve(newer.result.promise)
      else waiting.set(idOf(one.key), one)
    }
  }

  async function readWaiting(): Promise<void> {
    await nextTurn()
    while (waiting.size > 0 && !isStopped) {
      const begun = performance.now()
      const group = takeGroup()
      try {
        const values = await readGroup(group.map(({ key }) => key))
        for (const [index, { result }] of group.entries()) result.resolve(values[index])
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          putBack(group)
          onUnavailable(error)
          await sleep(RETRY_MS)
        } else for (const { result } of group) result.reject(error)
      }
      const pause = begun + gatherMs - performance.now()
      if (waiting.size < groupMax && pause > 0) await sleep(pause)
    }
    isReading = false
  }

  return {
    read(key) {
      const id = idOf(key)
      const known = waiting.get(id)
      if (known) return known.result.promise
      const result = Promise.withResolvers<Value | undefined>()
      waiting.set(id, { key, result })
      if (!isReading && !isStopped) {
        isReading = true
        void readWaiting()
      }
      return result.promise
    },
    stop() {
      isStopped = true
      waiting.clear()
    },
  }
}
