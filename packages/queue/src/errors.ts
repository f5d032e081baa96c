/** The queue could not take a message in time; nothing is known to be queued. */
export class QueueUnavailable extends Error {
  override readonly name = 'QueueUnavailable'
}

/** Thrown by a handler to have its message again after `delayMs`, without counting a failed try. */
export class TryLater extends Error {
  override readonly name = 'TryLater'
  readonly delayMs: number

  constructor(delayMs: number) {
    super(`again in ${delayMs} ms`)
    this.delayMs = delayMs
  }
}
