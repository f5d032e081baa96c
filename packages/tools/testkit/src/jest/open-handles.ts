import { createHook } from 'node:async_hooks'

export interface OpenHandles {
  /** What was opened since, and keeps this process alive. */
  list(): string[]
  stop(): void
}

/** Watches for what keeps this process alive, by kind, and where it was opened. */
export function watchOpenHandles(): OpenHandles {
  const before = countByKind()
  const origins = recordOrigins()
  return {
    list() {
      const more = [...countByKind()].filter(([kind, count]) => count > (before.get(kind) ?? 0))
      if (more.length === 0) return []
      return more.map(([kind, count]) => `${count} ${kind}`).concat(origins.list())
    },
    stop: () => origins.stop(),
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

/** A handle, which keeps its process alive while it has a reference. Requests are none: they come and go, as immediates do. */
interface Handle {
  hasRef(): boolean
}

interface Origin {
  resource: WeakRef<Handle>
  /** Its stack is written when it is asked for. */
  opened: Error
}

function recordOrigins() {
  const origins = new Map<number, Origin>()
  const hook = createHook({
    init(id, type, _trigger, resource) {
      if (type !== 'Immediate' && isHandle(resource))
        origins.set(id, { resource: new WeakRef(resource), opened: new Error(type) })
    },
    destroy: (id) => void origins.delete(id),
    // Of which there are too many, and which keep nothing alive.
    trackPromises: false,
  }).enable()
  return {
    list: () =>
      [...origins.values()]
        .filter(({ resource }) => resource.deref()?.hasRef() ?? false)
        .map(({ opened }) => opened.stack ?? opened.message),
    stop: () => void hook.disable(),
  }
}

function isHandle(resource: object): resource is Handle {
  return 'hasRef' in resource && typeof resource.hasRef === 'function'
}
