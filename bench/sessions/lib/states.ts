import { randomBytes } from 'node:crypto'
import { Cookie } from 'tough-cookie'
import type { RunningApp } from '../apps/app.ts'
import { WebClient } from './web-client.ts'

/** What a session's cookies may be worth at the application. */
export const STATES = ['signed-in', 'stranger', 'signed-out', 'garbage'] as const
export type State = (typeof STATES)[number]

export interface Visitor {
  client: WebClient
  /** As pages show it; absent for a stranger. */
  shownName?: string | undefined
}

/** A visitor in that state: each with a sign-in of its own, and `signed-out` and `garbage` with cookies that are worth nothing. */
export async function visitorIn(state: State, app: RunningApp): Promise<Visitor> {
  const client = new WebClient()
  if (state === 'stranger') return { client }
  await client.visit(app.pages.signIn)
  const shownName = await app.signIn(client)
  if (state === 'signed-in') return { client, shownName }
  const kept = await copyOf(client, state === 'garbage')
  await app.signOut(client)
  return { client: kept, shownName }
}

/** The client with its cookies as they are now, or with values of the same length that mean nothing. */
async function copyOf(client: WebClient, isGarbage: boolean): Promise<WebClient> {
  const copy = await client.copy()
  if (!isGarbage) return copy
  for (const name of Object.keys(copy.headers)) copy.headers[name] = garbage(copy.headers[name]!)
  const { cookies } = (await copy.jar.serialize()) as { cookies: Record<string, string>[] }
  await copy.jar.removeAllCookies()
  for (const each of cookies) {
    const cookie = Cookie.fromJSON({ ...each, value: garbage(each.value ?? '') })!
    await copy.jar.setCookie(cookie, `http://${cookie.domain}${cookie.path ?? '/'}`, { loose: true })
  }
  return copy
}

/** Keeps what a token's form shows: its length, and the word before it (`Bearer`). */
function garbage(value: string): string {
  const scheme = /^\w+ /.exec(value)?.[0] ?? ''
  const length = value.length - scheme.length
  return scheme + randomBytes(length).toString('base64url').slice(0, length)
}
