import type { ConnectionTransport, Protocol } from 'puppeteer-core'

/** A command of the protocol with its parameters. */
export type Command = readonly [method: string, params: object]

/** What the workers of each browser context are told before their first script runs. */
export interface WorkerSetups {
  /** For every worker that starts in this context from now on: dedicated, nested, shared and service workers. */
  set(contextId: string, commands: readonly Command[]): void
  delete(contextId: string): void
}

/**
 * Puts itself between a pipe and puppeteer, which attaches to every worker while it waits at its start, and lets it run
 * at once. The commands of a worker's session are carried out in order, so whatever is sent before puppeteer hears of
 * the worker comes first. By a session of our own it would be a race.
 */
export function setUpWorkers(pipe: ConnectionTransport): {
  transport: ConnectionTransport
  workers: WorkerSetups
} {
  const setups = new Map<string, readonly Command[]>()
  const kept = new Set<string>()
  const transport: ConnectionTransport = {
    send(message) {
      const released = kept.size > 0 && message.startsWith(DETACH) ? JSON.parse(message) : undefined
      // Workers take back what they were told when the last session leaves them, and puppeteer leaves service workers.
      if (kept.delete(released?.params.sessionId)) reply(released)
      else pipe.send(message)
    },
    close: () => pipe.close(),
  }
  pipe.onclose = () => transport.onclose?.()
  pipe.onmessage = (message) => {
    if (message.startsWith(ATTACHED)) onAttached(JSON.parse(message).params)
    return transport.onmessage?.(message)
  }

  function onAttached({ sessionId, targetInfo }: Protocol.Target.AttachedToTargetEvent): void {
    if (!WORKERS.has(targetInfo.type)) return
    const commands = setups.get(targetInfo.browserContextId ?? '') ?? []
    for (const [method, params] of commands)
      pipe.send(JSON.stringify({ method, params, id: NOBODYS_ID, sessionId }))
    if (targetInfo.type === 'service_worker') kept.add(sessionId)
  }

  function reply({ id, sessionId }: { id: number; sessionId?: string }): void {
    setImmediate(() => transport.onmessage?.(JSON.stringify({ id, result: {}, sessionId })))
  }

  return {
    transport,
    workers: { set: (id, commands) => setups.set(id, commands), delete: (id) => setups.delete(id) },
  }
}

/** How messages of these begin, as Chromium and puppeteer write them. */
const ATTACHED = '{"method":"Target.attachedToTarget"'
const DETACH = '{"method":"Target.detachFromTarget"'
const WORKERS: ReadonlySet<string> = new Set(['worker', 'shared_worker', 'service_worker'])
/** Puppeteer counts its commands from 1, and ignores replies to others. */
const NOBODYS_ID = -1
