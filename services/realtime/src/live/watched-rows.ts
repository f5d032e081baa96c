import type { OwnedId } from '@gleaner/jobs'
import type { GroupedReads } from './grouped-reads.ts'

/** A row that somebody follows. Disposing of it ends that. */
export interface WatchedRow<State> extends Disposable {
  /**
   * The row's state as soon as `isNews` says so of it; undefined once there is no such row in the account. Rejects with the signal's
   * reason when `signal` aborts first.
   */
  next(isNews: (state: State) => boolean, signal: AbortSignal): Promise<State | undefined>
}

/** Rows of one table that are followed: each is read when there is news of it, once for all who follow it. */
export interface WatchedRows<State> {
  watch(row: OwnedId): WatchedRow<State>
  /** Reads again what is followed of an account and fits; without one, all. */
  look(accountId?: string, fits?: (id: string, state: State | undefined) => boolean): void
  readonly size: number
}

interface Waiter<State> {
  isNews(state: State): boolean
  resolve(state: State | undefined): void
  reject(error: unknown): void
}

interface Watched<State> extends OwnedId {
  followers: number
  waiters: Set<Waiter<State>>
  /** As it was read last. */
  state: State | undefined
  /** A read that has not begun yet, which finds what there is by then. */
  reading: Promise<State | undefined> | undefined
}

export function createWatchedRows<State>(options: {
  reads: GroupedReads<OwnedId, State>
  /** Nothing changes any more. */
  isFinal(state: State): boolean
  /** Listens to an account's news while something of it is followed; ended by calling what it returns. */
  join(accountId: string): () => void
}): WatchedRows<State> {
  const { reads, isFinal, join } = options
  type Account = { rows: Map<string, Watched<State>>; leave: () => void }
  const accounts = new Map<string, Account>()
  let size = 0

  function open({ accountId, id }: OwnedId): Watched<State> {
    const account = accounts.get(accountId) ?? { rows: new Map(), leave: join(accountId) }
    accounts.set(accountId, account)
    const known = account.rows.get(id)
    if (known) return known
    const row = {
      accountId,
      id,
      followers: 0,
      waiters: new Set<Waiter<State>>(),
      state: undefined,
      reading: undefined,
    }
    account.rows.set(id, row)
    size++
    return row
  }

  function close(row: Watched<State>): void {
    const account = accounts.get(row.accountId)!
    account.rows.delete(row.id)
    size--
    if (account.rows.size > 0) return
    accounts.delete(row.accountId)
    account.leave()
  }

  function look(row: Watched<State>): void {
    const read = reads.read(row)
    if (read === row.reading) return
    row.reading = read
    read.then(
      (state) => {
        row.state = state
        for (const waiter of row.waiters) if (!state || waiter.isNews(state)) waiter.resolve(state)
      },
      (error: unknown) => {
        for (const waiter of row.waiters) waiter.reject(error)
      },
    )
  }

  function next(row: Watched<State>, isNews: (state: State) => boolean, signal: AbortSignal) {
    signal.throwIfAborted()
    if (row.state && isNews(row.state)) return Promise.resolve(row.state)
    const { promise, resolve, reject } = Promise.withResolvers<State | undefined>()
    const onAbort = () => reject(signal.reason)
    const waiter = { isNews, resolve, reject }
    row.waiters.add(waiter)
    signal.addEventListener('abort', onAbort, { once: true })
    return promise.finally(() => {
      row.waiters.delete(waiter)
      signal.removeEventListener('abort', onAbort)
    })
  }

  return {
    watch(owned) {
      const row = open(owned)
      row.followers++
      // What was read for others may be from before the news that this follower has heard elsewhere.
      row.state = undefined
      look(row)
      return {
        next: (isNews, signal) => next(row, isNews, signal),
        [Symbol.dispose]() {
          if (--row.followers === 0) close(row)
        },
      }
    },
    look(accountId, fits = () => true) {
      const some = accountId === undefined ? [...accounts.values()] : [accounts.get(accountId)]
      for (const account of some) {
        for (const row of account?.rows.values() ?? []) {
          if (!(row.state && isFinal(row.state)) && fits(row.id, row.state)) look(row)
        }
      }
    },
    get size() {
      return size
    },
  }
}
