import { setTimeout as pause } from 'node:timers/promises'
import {
  ALLOW_ALL,
  DISALLOW_ALL,
  MAX_ROBOTS_BYTES,
  parseRobots,
  type RobotsPolicy,
} from '../../robots/index.ts'
import { type ProblemCode, ReadProblem } from '../problem.ts'
import { firstBytes } from './first-bytes.ts'
import { type Network, openFile, type SiteAccess } from './open-file.ts'

export interface RobotsResult {
  /** `missing` (4xx) allows everything; `unreachable` (5xx, 429, no answer) forbids everything: RFC 9309, section 2.3.1. */
  state: 'found' | 'missing' | 'unreachable'
  policy: RobotsPolicy
  /** Where it was asked for. */
  url: string
  /** Why it was not read: a sentence for the caller. */
  detail?: string | undefined
  code?: ProblemCode | undefined
}

/** A passing fault of a site must not end its crawl: a file that a server fails to give is asked for again after these. */
const PAUSES_MS = [500, 2_000]

/** The robots.txt of an origin. `productTokens` are those that groups are looked for by. */
export async function readRobots(
  network: Network,
  origin: string,
  access: SiteAccess,
  productTokens: readonly string[],
): Promise<RobotsResult> {
  const url = new URL('/robots.txt', origin).href
  for (let attempt = 0; ; attempt++) {
    try {
      const policy = await readOnce(network, url, access, productTokens)
      return { state: 'found', policy, url }
    } catch (error) {
      if (!(error instanceof ReadProblem)) throw error
      const { code, message: detail } = error
      if (code === 'not_found') return { state: 'missing', policy: ALLOW_ALL, url, detail, code }
      const wait = code === 'server_error' ? PAUSES_MS[attempt] : undefined
      if (wait === undefined || access.signal.aborted)
        return { state: 'unreachable', policy: DISALLOW_ALL, url, detail, code }
      // An abort shows in the next attempt.
      await pause(wait, undefined, { signal: access.signal }).catch(() => {})
    }
  }
}

async function readOnce(
  network: Network,
  url: string,
  access: SiteAccess,
  productTokens: readonly string[],
): Promise<RobotsPolicy> {
  const file = await openFile(network, url, access)
  try {
    refuseStatus(file.status)
    // One byte more shows that the file is longer.
    return parseRobots(await firstBytes(file, MAX_ROBOTS_BYTES + 1), productTokens)
  } finally {
    file.close()
  }
}

/** Throws for a status that brings no file. Source: RFC 9309, section 2.3.1; 429 says "later", as 503 does. */
export function refuseStatus(status: number): void {
  if (status >= 200 && status < 300) return
  if (status >= 500 || status === 429)
    throw new ReadProblem('server_error', `The target answers with status ${status}`)
  throw new ReadProblem('not_found', `The target answers with status ${status}`)
}
