import { type AttendedBrowser, attendBrowser } from '@gleaner/browser-tiers'
import { ApiError } from '@gleaner/contracts/errors'
import type { ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'
import { isDatabaseUnavailable } from '@gleaner/db'
import { AddressNotAllowed } from '@gleaner/egress'
import { openIntegration, proxiesOf } from '@gleaner/proxies'
import { untilWoken } from '@gleaner/runtime/until'
import { serveViewers, type Viewers } from '../channel/serve-viewers.ts'
import { announceLogin, onLoginChanged } from '../life/await-login.ts'
import { type ClaimedLogin, markOpened } from '../life/claim-login.ts'
import { keepLogin, originsToKeep, readWish, refuseToKeep } from '../life/keep-login.ts'
import { LOST, type LoginError, type Outcome, RESTARTED } from '../life/manual-login.ts'
import { readChannelKey } from '../life/tickets.ts'
import type { WorkerContext } from './worker-context.ts'

interface End {
  outcome: Outcome
  error?: LoginError
}

/** The poll behind the messages that wake. */
const LOOK_MS = 1_000
/** How often a viewer is told how much time is left. */
const TELL_TIME_MS = 5_000

/** What tells that a person is there. */
const BY_ITSELF: ReadonlySet<ViewerAction['type']> = new Set(['drawn', 'size', 'cookies'])

/** Opens the browser of a login, shows it to who brings a ticket, and closes it at the login's end. */
export async function attendLogin(
  ctx: WorkerContext,
  login: ClaimedLogin,
  { stopping, lost }: { stopping: AbortSignal; lost: AbortSignal },
): Promise<End> {
  const { logins, pool } = ctx
  const { id, accountId, request } = login
  const proxy = await findProxy(ctx, login)
  if (proxy === 'gone') return { outcome: 'failed', error: NO_PROXY }
  const watched = createWatch(ctx.times.idleMs)
  const viewers = await serveViewers(
    logins.pubSub,
    id,
    () => readChannelKey(logins.pool, logins.secretBox, id),
    watched,
  )
  const options = {
    url: request.url,
    device: request.mobile ? ('phone' as const) : ('desktop' as const),
    share: accountId,
    proxy,
    country: request.location.country,
    language: request.location.language,
  }
  const viewer = { tell: viewers.send, frame: viewers.send }
  try {
    const interrupted = AbortSignal.any([stopping, lost])
    return await attendBrowser(
      pool,
      options,
      viewer,
      (browser) => accompany(ctx, login, browser, watched, viewers, interrupted),
      interrupted,
    )
  } catch (error) {
    return { outcome: 'failed', error: whyFailed(error, stopping) }
  } finally {
    viewers.close()
  }
}

function whyFailed(error: unknown, stopping: AbortSignal): LoginError {
  if (stopping.aborted) return RESTARTED
  if (error instanceof AddressNotAllowed)
    return { code: 'URL_NOT_ALLOWED', message: 'The address is not allowed.' }
  if (error instanceof Error && error.name === 'OverBudget')
    return {
      code: 'RESOURCE_LIMIT_EXCEEDED',
      message: `The page was too much for its browser. Nothing was charged.`,
    }
  return LOST
}

const NO_PROXY: LoginError = {
  code: 'NOT_FOUND',
  message: 'The proxy is not there any more. Nothing was charged.',
}

/** The account's own proxy, or one of the operator's in the country where there is one. */
async function findProxy({ logins, proxies }: WorkerContext, { accountId, request }: ClaimedLogin) {
  const { proxy_integration_id: own, location } = request
  if (own !== undefined) return (await openIntegration(logins, accountId, own))?.url ?? 'gone'
  if (location.country === undefined) return undefined
  return proxiesOf(proxies, 'standard', location.country)[0]?.url
}

/** Who looks, and what was done last. What happens before the browser is there is remembered. */
function createWatch(idleMs: number) {
  let browser: AttendedBrowser | undefined
  let isWatched = false
  let size: ViewerAction | undefined
  let actedAt = performance.now()
  return {
    attach(opened: AttendedBrowser) {
      browser = opened
      actedAt = performance.now()
      // A viewer says how large it is as soon as it is there.
      if (size) browser.do(size)
      if (isWatched) browser.show()
    },
    here() {
      isWatched = true
      browser?.show()
    },
    gone() {
      isWatched = false
      browser?.hide()
    },
    act(action: ViewerAction) {
      if (!BY_ITSELF.has(action.type)) actedAt = performance.now()
      if (action.type === 'size') size = action
      browser?.do(action)
    },
    idleLeftMs: () => actedAt + idleMs - performance.now(),
  }
}

async function accompany(
  ctx: WorkerContext,
  login: ClaimedLogin,
  browser: AttendedBrowser,
  watched: ReturnType<typeof createWatch>,
  viewers: Viewers,
  interrupted: AbortSignal,
): Promise<End> {
  const { logins } = ctx
  const opened = await markOpened(logins.pool, login, ctx.times)
  if (!opened) return { outcome: 'failed', error: LOST }
  announceLogin(logins.pubSub, login.id)
  watched.attach(browser)
  const endsAt = performance.now() + opened.leftMs
  let wake = () => {}
  const unsubscribe = await onLoginChanged(logins.pubSub, login.id, () => wake())
  let timeSentAt = Number.NEGATIVE_INFINITY
  try {
    for (;;) {
      interrupted.throwIfAborted()
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      const leftMs = endsAt - performance.now()
      if (leftMs <= 0) return { outcome: 'expired' }
      if (watched.idleLeftMs() <= 0) return { outcome: 'idle' }
      if (performance.now() - timeSentAt >= TELL_TIME_MS) {
        timeSentAt = performance.now()
        viewers.send({
          type: 'time',
          left_seconds: seconds(leftMs),
          idle_left_seconds: seconds(watched.idleLeftMs()),
        })
      }
      const end = await fulfil(ctx, login, browser)
      if (end) return end
      await untilWoken(woken, LOOK_MS, interrupted)
    }
  } finally {
    unsubscribe()
  }
}

const seconds = (ms: number) => Math.max(0, Math.round(ms / 1_000))

/** Does what was asked of this login by the API: keeping it. Undefined: it goes on. */
async function fulfil(
  { logins, db }: WorkerContext,
  login: ClaimedLogin,
  browser: AttendedBrowser,
): Promise<End | undefined> {
  try {
    const wish = await readWish(logins.pool, login)
    if (!wish) return { outcome: 'ended' }
    if (!wish.keep) return undefined
    const { keep } = wish
    const cookies = await browser.cookies()
    const storage = await browser.storage(originsToKeep(login, keep))
    try {
      await db.transaction((both) => keepLogin(both, logins, login, keep, { cookies, storage }))
      announceLogin(logins.pubSub, login.id)
      return { outcome: 'kept' }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      await refuseToKeep(logins.pool, login, error)
      announceLogin(logins.pubSub, login.id)
      return undefined
    }
  } catch (error) {
    // It may come back: the person's browser is still there.
    if (isDatabaseUnavailable(error)) return undefined
    throw error
  }
}
