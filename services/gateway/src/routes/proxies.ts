import type { ProxyTestResult } from '@gleaner/contracts'
import { noSuch } from '@gleaner/db'
import { UpstreamRefused } from '@gleaner/egress'
import { checkProxyUrl } from '@gleaner/intake'
import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  openIntegration,
  readIntegration,
  updateIntegration,
} from '@gleaner/proxies'
import type { Handler } from '../handler.ts'
import { noteAct } from '../note-act.ts'
import { replyOnce } from '../reply-once.ts'
import { uuidOrNotFound } from '../uuid-or-not-found.ts'
import { viaProxy } from '../via-proxy.ts'

/** The caller's own proxies: GET, POST /proxies; GET, PATCH, DELETE /proxies/{proxy_id}; POST .../test. */
export const listProxies: Handler<'listProxies'> = async (ctx, { caller, query, response }) => {
  response.json(await listIntegrations(ctx.integrations, caller.accountId, query))
}

export const createProxy: Handler<'createProxy'> = async (ctx, call) => {
  checkProxyUrl(ctx, call.body.url)
  const { secretBox } = ctx.integrations
  await replyOnce(ctx, call, 201, async (both) => {
    const made = await createIntegration(secretBox, both, call.caller.accountId, call.body)
    await noteAct(both, call.caller, { action: 'proxy.created', target: `proxy:${made.id}` })
    return made
  })
}

export const getProxy: Handler<'getProxy'> = async (ctx, { caller, params, response }) => {
  response.json(await readIntegration(ctx.integrations, caller.accountId, uuidOrNotFound(params.proxy_id)))
}

export const updateProxy: Handler<'updateProxy'> = async (ctx, { caller, params, body, response }) => {
  if (body.url !== undefined) checkProxyUrl(ctx, body.url)
  const id = uuidOrNotFound(params.proxy_id)
  const { secretBox } = ctx.integrations
  const changed = await ctx.db.transaction(async (both) => {
    const details = { fields: Object.keys(body) }
    await noteAct(both, caller, { action: 'proxy.updated', target: `proxy:${id}`, details })
    return await updateIntegration(secretBox, both, caller.accountId, id, body)
  })
  response.json(changed)
}

export const deleteProxy: Handler<'deleteProxy'> = async (ctx, { caller, params, response }) => {
  const id = uuidOrNotFound(params.proxy_id)
  await ctx.db.transaction(async (both) => {
    await deleteIntegration(both, caller.accountId, id)
    await noteAct(both, caller, { action: 'proxy.deleted', target: `proxy:${id}` })
  })
  response.status(204).end()
}

const TEST_DEADLINE_MS = 15_000

/** Any response of the page shows that the proxy works. */
export const testProxy: Handler<'testProxy'> = async (ctx, { caller, params, response, signal }) => {
  const own = await openIntegration(ctx.jobs, caller.accountId, uuidOrNotFound(params.proxy_id))
  if (!own) noSuch('proxy')
  const startedAt = performance.now()
  const latency = () => Math.round(performance.now() - startedAt)
  const result: ProxyTestResult = await viaProxy(ctx.egress, own.url, async (dispatcher) => {
    const target = new URL(ctx.config.PROXY_TEST_URL)
    const either = AbortSignal.any([signal, AbortSignal.timeout(TEST_DEADLINE_MS)])
    const { statusCode, headers, body } = await dispatcher.request({
      origin: target.origin,
      path: target.pathname + target.search,
      method: 'GET',
      signal: either,
    })
    await body.dump()
    const refusal = headers['x-egress-error']
    if (refusal)
      return { ok: false, latency_ms: latency(), error: `The proxy could not be used (${refusal}).` }
    return { ok: true, status_code: statusCode, latency_ms: latency() }
  }).catch((error) => ({ ok: false, latency_ms: latency(), error: whyNotCarried(error) }))
  response.json(result)
}

/** What stood in the proxy's way, as far as it is known. */
function whyNotCarried(error: unknown): string {
  if (error instanceof UpstreamRefused) return `${error.message}.`
  const { code, name } = error as NodeJS.ErrnoException
  if (code === 'ECONNREFUSED') return "Nothing listens at the proxy's address."
  if (code === 'ENOTFOUND') return "The proxy's host name has no address."
  if (name === 'TimeoutError' || code?.includes('TIMEOUT'))
    return `The proxy did not answer within ${TEST_DEADLINE_MS / 1000} seconds.`
  return 'The proxy did not carry the request.'
}
