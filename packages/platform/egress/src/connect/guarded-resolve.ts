import type { LookupAddress } from 'node:dns'
import { isIP } from 'node:net'
import type { EgressOptions } from '../egress.ts'
import { bareHost } from '../policy/allow-list.ts'
import { createOwnAddresses, type OwnAddresses } from '../policy/own-addresses.ts'
import type { UrlGuard } from '../policy/url-guard.ts'
import { parseHostMap } from './host-map.ts'
import { systemResolve } from './system-resolve.ts'

/** A name that has no address, or whose server does not answer in time: a network error of the target. */
export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved'
  readonly code: 'ENOTFOUND' | 'EAI_AGAIN'

  constructor(hostname: string, code: 'ENOTFOUND' | 'EAI_AGAIN', cause?: unknown) {
    super(code === 'ENOTFOUND' ? `${hostname} has no address` : `${hostname} could not be resolved`, {
      cause,
    })
    this.code = code
  }
}

const DEFAULT_TIMEOUT_MS = 5_000
/**
 * How long DNS answers are cached. That does not weaken the policy: cached addresses are checked anew for every
 * connection, and only they are dialled.
 */
const CACHE_MS = 10_000
const CACHE_ENTRIES = 2_000

/** Resolves a host once, and gives its addresses only when every one of them may be dialled. */
export function createGuardedResolve(
  guard: UrlGuard,
  options: EgressOptions,
  own: Pick<OwnAddresses, 'refresh'> = createOwnAddresses(options),
) {
  const resolve = options.resolve ?? systemResolve
  const mapped = parseHostMap(options.hosts)
  const timeoutMs = options.resolveTimeoutMs ?? DEFAULT_TIMEOUT_MS
  const cache = new Map<string, { answers: Promise<LookupAddress[]>; expiresAt: number }>()

  return async function guardedResolve(hostname: string, port: number): Promise<LookupAddress[]> {
    const host = bareHost(hostname.toLowerCase())
    await own.refresh()
    guard.checkHost(host, port)
    const family = isIP(host)
    if (family !== 0) return [{ address: host, family }]

    const answers = mapped.get(host) ?? (await answersOf(host))
    for (const { address } of answers) guard.checkAnswer(host, address, port)
    return answers
  }

  function answersOf(host: string): Promise<LookupAddress[]> {
    const cached = cache.get(host)
    if (cached && cached.expiresAt > Date.now()) return cached.answers
    const answers = withDeadline(host, resolve(host), timeoutMs)
    cache.delete(host)
    cache.set(host, { answers, expiresAt: Date.now() + CACHE_MS })
    if (cache.size > CACHE_ENTRIES) cache.delete(cache.keys().next().value!)
    // A failure is shared by those who wait for it, and not cached.
    answers.catch(() => {
      if (cache.get(host)?.answers === answers) cache.delete(host)
    })
    return answers
  }
}

async function withDeadline(
  host: string,
  pending: Promise<LookupAddress[]>,
  timeoutMs: number,
): Promise<LookupAddress[]> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NameNotResolved(host, 'EAI_AGAIN')), timeoutMs)
  })
  try {
    const answers = await Promise.race([pending, deadline])
    if (answers.length === 0) throw new NameNotResolved(host, 'ENOTFOUND')
    return answers.map(({ address }) => ({ address, family: isIP(address) }))
  } catch (error) {
    if (error instanceof NameNotResolved) throw error
    const code = (error as NodeJS.ErrnoException).code === 'ENOTFOUND' ? 'ENOTFOUND' : 'EAI_AGAIN'
    throw new NameNotResolved(host, code, error)
  } finally {
    clearTimeout(timer)
  }
}
