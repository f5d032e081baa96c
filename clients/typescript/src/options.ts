import { GleanerError } from './errors.ts'
import { VERSION } from './version.ts'

/** Read at every request, so that it may change: an access token lives for minutes. */
export type AccessToken = string | (() => string | Promise<string>)

export interface ClientOptions {
  /** `sk_live_…` or `sk_test_…`. Default: `GLEANER_API_KEY` of the environment, where there is one and no `accessToken` is given. */
  apiKey?: string
  /** Of a person who has signed in; for what keys may not do (keys, organizations, the operator's things). */
  accessToken?: AccessToken
  /** Where the service is, without `/api/v1`. Default: `GLEANER_URL` of the environment, or `http://localhost:8080`. */
  baseUrl?: string
  /** Acts for this organization. */
  organizationId?: string
  /** In place of the platform's `fetch`. */
  fetch?: typeof fetch
  /** In place of the platform's `WebSocket`; `false`: jobs are polled, and the feed comes by server-sent events. */
  WebSocket?: typeof WebSocket | false
  /** Most milliseconds that a call takes, its retries included. Default: 150,000. Waiting for jobs has 600,000. */
  timeout?: number
  /** How often a call is repeated after a passing fault. Default: 3. */
  maxRetries?: number
  /** Names your program in the operator's logs; browsers do not let it be sent. */
  userAgent?: string
  /** Sent with every request. */
  headers?: Record<string, string>
  /** Is shown every answer, before its body is read: its headers tell of limits and the balance. */
  onResponse?: (response: Response) => void
}

/** What `ClientOptions` come to. */
export interface Settings {
  apiKey: string | undefined
  accessToken: AccessToken | undefined
  /** The root of the API, without a slash at its end. */
  root: string
  organizationId: string | undefined
  fetch: typeof fetch
  WebSocket: typeof WebSocket | undefined
  timeout: number | undefined
  maxRetries: number
  headers: Record<string, string>
  onResponse: ((response: Response) => void) | undefined
}

const API_ROOT = '/api/v1'
const DEFAULT_RETRIES = 3

export function settingsOf(options: ClientOptions = {}): Settings {
  const { accessToken, organizationId, timeout, onResponse } = options
  const apiKey = options.apiKey ?? (accessToken === undefined ? variable('GLEANER_API_KEY') : undefined)
  if (apiKey !== undefined) checkSecret(apiKey, 'apiKey')
  const socket = options.WebSocket ?? globalThis.WebSocket
  return {
    apiKey,
    accessToken,
    root: rootOf(options.baseUrl ?? variable('GLEANER_URL') ?? 'http://localhost:8080'),
    organizationId,
    // Called as a method of anything else, the fetch of browsers throws.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    WebSocket: socket === false ? undefined : socket,
    timeout,
    maxRetries: options.maxRetries ?? DEFAULT_RETRIES,
    headers: { ...agent(options.userAgent), ...options.headers },
    onResponse,
  }
}

/** A credential that cannot be a header is refused here: the platform's own error would show it. */
export function checkSecret(secret: unknown, name: string): asserts secret is string {
  if (typeof secret === 'string' && /^[\x21-\x7e]+$/.test(secret)) return
  throw new GleanerError(
    `${name} has to be one word of printable ASCII characters; look for blanks, quotes and line ends around it.`,
  )
}

/** The address with the API's root, which may be there already; a prefix stays. */
function rootOf(baseUrl: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    throw new GleanerError('baseUrl has to be an http or https address, such as http://localhost:8080.')
  const url = new URL(baseUrl)
  const path = url.pathname.replace(/\/+$/, '')
  return url.origin + (path.endsWith(API_ROOT) ? path : path + API_ROOT)
}

/** A browser names itself, and would ask the server first whether another name may be sent. */
function agent(userAgent: string | undefined): Record<string, string> {
  if ('document' in globalThis || 'importScripts' in globalThis) return {}
  const own = `gleaner-sdk-js/${VERSION}`
  return { 'User-Agent': userAgent === undefined ? own : `${userAgent} ${own}` }
}

/** Of the environment of Node, Deno and Bun; browsers have none, and Deno may refuse it. */
function variable(name: string): string | undefined {
  try {
    const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
    return process?.env?.[name] || undefined
  } catch {
    return undefined
  }
}
