import type { IncomingMessage } from 'node:http'
import { findKeyFault, type KeyCaller, type KeyVerifier } from '@gleaner/accounts'
import { ApiError, isUuid } from '@gleaner/contracts'
import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import type { GuessLimit } from '@gleaner/http-api/limits/guess-limit'
import { CLOSE, type Close, KEY_FAULTS } from './close-codes.ts'
import { type Credentials, readCredentials } from './read-credentials.ts'

export interface UpgradeAuthentication {
  pool: Queryable
  keys: KeyVerifier
  guesses: GuessLimit
  /** The address that a request comes from, behind the proxies that are believed. */
  addressOf(request: IncomingMessage): string
}

/** Who opens a WebSocket; or how it is closed, as far as that is known. */
export async function authenticateUpgrade(
  ctx: UpgradeAuthentication,
  request: IncomingMessage,
): Promise<{ caller: KeyCaller; close?: undefined } | { caller?: undefined; close: Close }> {
  const sender = { ip: ctx.addressOf(request) }
  const credentials = readCredentials(request)
  try {
    const missing = whatIsMissing(credentials)
    if (missing) return { close: missing }
    const caller = await verify(ctx, sender, credentials)
    return mayRead(caller) ? { caller } : { close: CLOSE.missingScope }
  } catch (error) {
    return { close: closeOf(error) }
  }
}

function whatIsMissing({ key, organizationId }: Credentials): Close | undefined {
  if (!key) return CLOSE.missingKey
  return organizationId === undefined || isUuid(organizationId) ? undefined : CLOSE.badOrganization
}

function mayRead({ scopes }: KeyCaller): boolean {
  return scopes.includes('scrape') || scopes.includes('read')
}

type Sender = Parameters<GuessLimit['check']>[0]

async function verify(
  { pool, keys, guesses }: UpgradeAuthentication,
  sender: Sender,
  { key, organizationId }: Credentials,
): Promise<KeyCaller> {
  const accountId = organizationId?.toLowerCase()
  if (!keys.wasGood(key, accountId)) guesses.check(sender)
  try {
    return await keys.verify(key, accountId)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.code === 'UNAUTHENTICATED') await guesses.failed(sender)
    const fault = await findKeyFault(pool, { key: key!, accountId })
    throw fault ? new BadKey(KEY_FAULTS[fault]) : error
  }
}

class BadKey extends Error {
  override readonly name = 'BadKey'
  readonly close: Close

  constructor(close: Close) {
    super(close.reason)
    this.close = close
  }
}

function closeOf(error: unknown): Close {
  if (error instanceof BadKey) return error.close
  if (error instanceof ApiError)
    return error.code === 'RATE_LIMITED' ? CLOSE.tooManyGuesses : CLOSE.unavailable
  if (isDatabaseUnavailable(error)) return CLOSE.unavailable
  throw error
}
