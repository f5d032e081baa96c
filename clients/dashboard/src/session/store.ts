import type { Gleaner } from '@gleaner/sdk'

/** Who is signed in. The access token is in memory alone. */
export interface SignedIn {
  accessToken: string
  /** Milliseconds since the epoch. */
  expiresAt: number
}

export interface TokenReply {
  access_token: string
  refresh_token: string
  /** Seconds. */
  expires_in: number
}

const REFRESH_TOKEN = 'gleaner.refresh-token'
const ORGANIZATION = 'gleaner.organization'
/** A token is renewed this long before it ends. */
const AHEAD_MS = 30_000

let current: SignedIn | undefined
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

export const isSignedIn = (): boolean => localStorage.getItem(REFRESH_TOKEN) !== null

export function onSignIn(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab signs in or out as well.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function begin(reply: TokenReply): void {
  keep(reply)
  tell()
}

export function end(): void {
  current = undefined
  localStorage.removeItem(REFRESH_TOKEN)
  localStorage.removeItem(ORGANIZATION)
  tell()
}

/** The organization that requests act for; undefined: the person's own account. */
export const organization = (): string | undefined => localStorage.getItem(ORGANIZATION) ?? undefined

export function actFor(id: string | undefined): void {
  if (id === undefined) localStorage.removeItem(ORGANIZATION)
  else localStorage.setItem(ORGANIZATION, id)
  tell()
}

/**
 * The access token of now. Tabs renew it one after the other: a refresh token that comes twice ends the sign-in, so whoever had to wait takes
 * the one that was kept meanwhile.
 */
export async function accessToken(refresh: Gleaner['auth']['refresh']): Promise<string> {
  const fresh = valid()
  if (fresh) return fresh
  return await navigator.locks.request('gleaner.refresh', async () => {
    const renewed = valid()
    if (renewed) return renewed
    const token = localStorage.getItem(REFRESH_TOKEN)
    if (token === null) return ''
    try {
      return keep(await refresh({ refresh_token: token })).accessToken
    } catch (error) {
      if ((error as { status?: number }).status === 401) end()
      throw error
    }
  })
}

function valid(): string | undefined {
  return isSignedIn() && current && current.expiresAt - AHEAD_MS > Date.now()
    ? current.accessToken
    : undefined
}

function keep({ access_token, refresh_token, expires_in }: TokenReply): SignedIn {
  localStorage.setItem(REFRESH_TOKEN, refresh_token)
  current = { accessToken: access_token, expiresAt: Date.now() + expires_in * 1_000 }
  return current
}
