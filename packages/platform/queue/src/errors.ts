/** The queue could not take a message in time; nothing is known to be queued. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable'
}

/**
 * Thrown by a handler to delay its message by `delayMs`, without counting a failed try. `onceDelayed` is called when
 * the message has been delayed; true delivers it at once.
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
