import type { IncomingMessage } from 'node:http'
import { type Caller, findKeyFault } from '@gleaner/accounts'
import { ApiError, isUuid } from '@gleaner/contracts'
import { isDatabaseUnavailable, type Queryable } from '@gleaner/db'
import type { Authenticators, Credential } from '@gleaner/http-api'
import type { GuessLimit } from '@gleaner/http-api/limits/guess-limit'
import { CLOSE, type Close, KEY_FAULTS } from './close-codes.ts'
import { type Opening, readOpening } from './read-opening.ts'

export interface UpgradeAuthentication {
  pool: Queryable
  authenticators: Authenticators
  guesses: GuessLimit
  /** The address that a request comes from, behind the proxies that are believed. */
  addressOf(request: IncomingMessage): string
}

/** Who opens a WebSocket; or how it is closed, as far as that is known. */
export async function authenticateUpgrade(
  ctx: UpgradeAuthentication,
  request: IncomingMessage,
): Promise<{ caller: Caller; close?: undefined } | { caller?: undefined; close: Close }> {
  const opening = readOpening(request)
  try {
    const credential = credentialOf(opening)
    const accountId = opening.organizationId?.toLowerCase()
    const caller = await verify(ctx, ctx.addressOf(request), credential, accountId)
    return mayRead(caller) ? { caller } : { close: CLOSE.missingScope }
  } catch (error) {
    return { close: closeOf(error) }
  }
}

function credentialOf(opening: Opening): Credential {
  const { organizationId } = opening
  let credential: Credential | undefined
  try {
    credential = opening.readCredential()
  } catch (error) {
    const isTwo = error instanceof ApiError && error.code === 'INVALID_REQUEST'
    throw new Refused(isTwo ? CLOSE.twoCredentials : CLOSE.badAuthorization)
  }
  if (!credential) throw new Refused(CLOSE.missingKey)
  if (organizationId !== undefined && !isUuid(organizationId)) throw new Refused(CLOSE.badOrganization)
  return credential
}

function mayRead(caller: Caller): boolean {
  return caller.kind === 'user' || caller.scopes.includes('scrape') || caller.scopes.includes('read')
}

async function verify(
  { pool, authenticators, guesses }: UpgradeAuthentication,
  address: string,
  { kind, text }: Credential,
  accountId: string | undefined,
): Promise<Caller> {
  const sender = { ip: address }
  const { verify, wasGood } = authenticators[kind]
  if (!wasGood(text, accountId)) guesses.check(sender)
  try {
    return await verify(text, accountId, address)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isUnknown = error.code === 'UNAUTHENTICATED'
    if (isUnknown) await guesses.failed(sender)
    if (kind === 'token') throw new Refused(isUnknown ? CLOSE.badToken : CLOSE.noAccount)
    const fault = await findKeyFault(pool, { key: text, accountId, address })
    throw fault ? new Refused(KEY_FAULTS[fault]) : error
  }
}

class Refused extends Error {
  override readonly name = 'Refused'
  readonly close: Close

  constructor(close: Close) {
    super(close.reason)
    this.close = close
  }
}

function closeOf(error: unknown): Close {
  if (error instanceof Refused) return error.close
  if (error instanceof ApiError)
    return error.code === 'RATE_LIMITED' ? CLOSE.tooManyGuesses : CLOSE.unavailable
  if (isDatabaseUnavailable(error)) return CLOSE.unavailable
  throw error
}
