export interface UncaughtErrors {
  /** What nobody has caught since. */
  list(): string[]
  stop(): void
}

/** Takes errors that nobody catches, which would end this process. A rejection that is caught later is none. */
export function takeUncaughtErrors(): UncaughtErrors {
  const thrown: unknown[] = []
  const rejected = new Map<Promise<unknown>, unknown>()
  const onThrown = (error: unknown) => void thrown.push(error)
  const onRejected = (reason: unknown, promise: Promise<unknown>) => void rejected.set(promise, reason)
  const onCaught = (promise: Promise<unknown>) => void rejected.delete(promise)
  process.on('uncaughtException', onThrown)
  process.on('unhandledRejection', onRejected)
  process.on('rejectionHandled', onCaught)
  return {
    list: () => [...thrown, ...rejected.values()].map((error) => `Nobody has caught: ${shown(error)}`),
    stop() {
      process.off('uncaughtException', onThrown)
      process.off('unhandledRejection', onRejected)
      process.off('rejectionHandled', onCaught)
    },
  }
}

function shown(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
