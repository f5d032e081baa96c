/** The queue could not take a message in time; nothing is known to be queued. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable'
}

/**
 * Thrown by a handler to have its message again after `delayMs`, without counting a failed try. `onceDelayed` is called
 * when the message has been put off; true brings it back at once.
 */
export class TryLater extends Error {
  override readonly name = 'TryLater'
  readonly delayMs: number
  readonly onceDelayed: (() => Promise<boolean>) | undefined

  constructor(delayMs: number, onceDelayed?: () => Promise<boolean>) {
    super(`again in ${delayMs} ms`)
    this.delayMs = delayMs
    this.onceDelayed = onceDelayed
  }
}
