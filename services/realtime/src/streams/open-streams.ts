import type { Caller } from '@gleaner/accounts'
import { ApiError, type ErrorCode } from '@gleaner/contracts'
import type { Metrics } from '@gleaner/runtime'
import { onAbort } from '@gleaner/runtime/until'
import type { WatchedCallers } from '../watched-callers.ts'

/** Ends a stream with a last comment: what was to be told is not told to its end here. */
export class StreamEnded extends Error {
  override readonly name = 'StreamEnded'
  /** The same for a request whose stream has not begun. */
  readonly refusal: ApiError

  constructor(ending: keyof typeof ENDINGS) {
    const { code, comment } = ENDINGS[ending]
    super(comment)
    this.refusal = new ApiError(code, `This stream cannot be opened: ${comment}.`)
  }
}

/** Why streams end before their time, and what their readers are told. */
const ENDINGS = {
  stopping: {
    code: 'SERVICE_UNAVAILABLE',
    comment: 'this server stops; connect again to go on from here',
  },
  revoked: { code: 'UNAUTHENTICATED', comment: 'the credentials are not valid any more' },
  slow: {
    code: 'SERVICE_UNAVAILABLE',
    comment: 'you did not read what was sent; connect again to go on from what you have',
  },
  gone: { code: 'NOT_FOUND', comment: 'this batch is not kept any more' },
} as const satisfies Record<string, { code: ErrorCode; comment: string }>

/** A stream that is open. Disposing of it closes its place. */
export interface OpenStream extends Disposable {
  /** Aborts when the stream has to end: a StreamEnded, or what its request was aborted with. */
  readonly signal: AbortSignal
  end(reason: unknown): void
}

/** All streams of this process: bounded for each account and altogether, each for as long as its caller's credential is valid. */
export interface OpenStreams {
  /** Throws CONCURRENCY_LIMITED or SERVICE_UNAVAILABLE when there are too many. */
  open(caller: Caller, signal: AbortSignal): OpenStream
  /** Ends all, and refuses new ones. */
  stop(): void
}

/** One costs some 60 KB. An account's bound is of one process: who listens to more is spread over several. */
const BOUNDS = { ofAccount: 1_000, ofProcess: 20_000 }
const RETRY_SECONDS = 5

export function createOpenStreams({
  watchedCallers,
  metrics,
  bounds = BOUNDS,
}: {
  watchedCallers: Pick<WatchedCallers, 'watch'>
  metrics: Metrics
  bounds?: typeof BOUNDS
}): OpenStreams {
  const open = new Set<AbortController>()
  const byAccount = new Map<string, number>()
  let isStopping = false
  const count = metrics.gauge('gleaner_streams_open')

  function checkRoom(accountId: string): void {
    if (isStopping || open.size >= bounds.ofProcess)
      throw new ApiError('SERVICE_UNAVAILABLE', 'This server takes no more streams at the moment; try again.')
    if ((byAccount.get(accountId) ?? 0) >= bounds.ofAccount)
      throw new ApiError(
        'CONCURRENCY_LIMITED',
        `The account may follow ${bounds.ofAccount} streams at once; close one, or let listeners share one.`,
        { retry_after_seconds: RETRY_SECONDS },
      )
  }

  function note(accountId: string, change: 1 | -1): void {
    const now = (byAccount.get(accountId) ?? 0) + change
    if (now === 0) byAccount.delete(accountId)
    else byAccount.set(accountId, now)
    count.set(open.size)
  }

  return {
    open(caller, requestSignal) {
      checkRoom(caller.accountId)
      const controller = new AbortController()
      const left = onAbort(requestSignal, () => controller.abort(requestSignal.reason))
      const unwatch = watchedCallers.watch(caller, () => controller.abort(new StreamEnded('revoked')))
      open.add(controller)
      note(caller.accountId, 1)
      return {
        signal: controller.signal,
        end: (reason) => controller.abort(reason),
        [Symbol.dispose]() {
          left[Symbol.dispose]()
          unwatch()
          open.delete(controller)
          note(caller.accountId, -1)
        },
      }
    },
    stop() {
      isStopping = true
      for (const controller of open) controller.abort(new StreamEnded('stopping'))
    },
  }
}
