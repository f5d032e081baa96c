import { networkKeyOf } from '@gleaner/rate-limits'

export interface LoginThrottle {
  /** Seconds until this address may try again; 0 when it may now. */
  waitSeconds(address: string): number
  /** Records a wrong login. */
  failed(address: string): void
  /** Forgets the wrong logins of an address that knows the password. */
  succeeded(address: string): void
}

const WINDOW_MS = 15 * 60_000
/** Wrong logins of one address in a window: a person who mistypes, not a program that guesses. */
const TRIES = 10
/** From this many wrong logins of all addresses on, each has one: guessing from many places becomes slow as well. */
const ALL_TRIES = 200
const ADDRESSES_MAX = 10_000

/**
 * Counts wrong logins by address, in this process. Nobody is locked out by what others guess: an address always has one
 * try, and the right password needs no more.
 */
export function createLoginThrottle(now: () => number = Date.now): LoginThrottle {
  const failures = new Map<string, { count: number; until: number }>()
  let all = { count: 0, until: 0 }

  return {
    waitSeconds(address) {
      const own = failures.get(networkKeyOf(address))
      if (!own || own.until <= now()) return 0
      const tries = all.until > now() && all.count >= ALL_TRIES ? 1 : TRIES
      return own.count < tries ? 0 : Math.ceil((own.until - now()) / 1000)
    },
    failed(address) {
      const key = networkKeyOf(address)
      const own = failures.get(key)
      const isOld = !own || own.until <= now()
      // Set anew, it stands last: the first ones are the oldest.
      failures.delete(key)
      failures.set(key, isOld ? { count: 1, until: now() + WINDOW_MS } : { ...own, count: own.count + 1 })
      if (failures.size > ADDRESSES_MAX) failures.delete(failures.keys().next().value!)
      all = all.until <= now() ? { count: 1, until: now() + WINDOW_MS } : { ...all, count: all.count + 1 }
    },
    succeeded(address) {
      failures.delete(networkKeyOf(address))
    },
  }
}
