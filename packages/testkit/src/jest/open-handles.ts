import { createHook } from 'node:async_hooks'

export interface OpenHandles {
  /** What was opened since, and keeps this process alive. */
  list(): string[]
  stop(): void
}

/**
 * Watches for what keeps this process alive, by kind. With GLEANER_OPEN_HANDLES set, which slows tests down, it shows
 * where each was opened.
 */
export function watchOpenHandles(): OpenHandles {
  const before = countByKind()
  const origins = process.env.GLEANER_OPEN_HANDLES ? recordOrigins() : undefined
  return {
    list() {
      const more = [...countByKind()].filter(([kind, count]) => count > (before.get(kind) ?? 0))
      if (more.length === 0) return []
      return more.map(([kind, count]) => `${count} ${kind}`).concat(origins?.list() ?? [])
    },
    stop: () => origins?.stop(),
  }
}

/** A worker of jest has pipes of its own, opened when they are first used; a child process that is left is a `ProcessWrap`. */
const OF_THE_WORKER = 'PipeWrap'

function countByKind(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const kind of process.getActiveResourcesInfo())
    if (kind !== OF_THE_WORKER) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Kinds that come and go, and open nothing. */
const PASSING = new Set([
  'PROMISE',
  'TickObject',
  'Immediate',
  'FSREQPROMISE',
  'FSREQCALLBACK',
  'RANDOMBYTESREQUEST',
])

function recordOrigins() {
  const opened = new Map<
    number,
    { type: string; resource: WeakRef<{ hasRef?: () => boolean }>; stack: string }
  >()
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (PASSING.has(type)) return
      opened.set(id, { type, resource: new WeakRef(resource), stack: new Error(type).stack ?? '' })
    },
    destroy: (id) => void opened.delete(id),
  }).enable()
  return {
    list: () =>
      [...opened.values()]
        .filter(({ resource }) => resource.deref()?.hasRef?.() ?? false)
        .map(({ stack }) => stack),
    stop: () => void hook.disable(),
  }
}
