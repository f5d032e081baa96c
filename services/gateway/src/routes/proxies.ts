import {
  ApiError,
  type createProxy,
  type deleteProxy,
  type getProxy,
  isUuid,
  type listProxies,
  type ProxyTestResult,
  type testProxy,
  type updateProxy,
} from '@gleaner/contracts'
import {
  createIntegration,
  deleteIntegration,
  listIntegrations,
  openIntegration,
  readIntegration,
  updateIntegration,
} from '@gleaner/proxies'
import { request as send } from 'undici'
import { checkProxyUrl } from '../check-url.ts'
import type { Context } from '../context.ts'
import type { Call } from '../mount-endpoint.ts'
import { viaProxy } from '../via-proxy.ts'

/** The caller's own proxies: GET, POST /proxies; GET, PATCH, DELETE /proxies/{proxy_id}; POST .../test. */
export async function list(
  ctx: Context,
  { caller, query, response }: Call<typeof listProxies>,
): Promise<void> {
  response.json(await listIntegrations(ctx.integrations, caller.accountId, query))
}

export async function create(
  ctx: Context,
  { caller, body, response }: Call<typeof createProxy>,
): Promise<void> {
  checkProxyUrl(ctx, body.url)
  response.status(201).json(await createIntegration(ctx.integrations, caller.accountId, body))
}

export async function read(ctx: Context, { caller, params, response }: Call<typeof getProxy>): Promise<void> {
  response.json(await readIntegration(ctx.integrations, caller.accountId, knownForm(params.proxy_id)))
}

export async function update(
  ctx: Context,
  { caller, params, body, response }: Call<typeof updateProxy>,
): Promise<void> {
  if (body.url !== undefined) checkProxyUrl(ctx, body.url)
  response.json(await updateIntegration(ctx.integrations, caller.accountId, knownForm(params.proxy_id), body))
}

export async function remove(
  ctx: Context,
  { caller, params, response }: Call<typeof deleteProxy>,
): Promise<void> {
  await deleteIntegration(ctx.integrations, caller.accountId, knownForm(params.proxy_id))
  response.status(204).end()
}

const TEST_DEADLINE_MS = 15_000

/** Any answer of the page shows that the proxy carries requests. */
export async function test(
  ctx: Context,
  { caller, params, response, signal }: Call<typeof testProxy>,
): Promise<void> {
  const own = await openIntegration(ctx.jobs, caller.accountId, knownForm(params.proxy_id))
  if (!own) throw new ApiError('NOT_FOUND', 'There is no such proxy in this account.')
  const startedAt = performance.now()
  const latency = () => Math.round(performance.now() - startedAt)
  const result: ProxyTestResult = await viaProxy(ctx.egress, own.url, async (dispatcher) => {
    const either = AbortSignal.any([signal, AbortSignal.timeout(TEST_DEADLINE_MS)])
    const { statusCode, headers, body } = await send(ctx.config.PROXY_TEST_URL, {
      dispatcher,
      signal: either,
    })
    await body.dump()
    const refusal = headers['x-egress-error']
    if (refusal)
      return { ok: false, latency_ms: latency(), error: `The proxy could not be used (${refusal}).` }
    return { ok: true, status_code: statusCode, latency_ms: latency() }
  }).catch(() => ({ ok: false, latency_ms: latency(), error: 'The proxy did not carry the request.' }))
  response.json(result)
}

function knownForm(id: string): string {
  if (!isUuid(id)) throw new ApiError('NOT_FOUND', 'There is no such proxy in this account.')
  return id
}
