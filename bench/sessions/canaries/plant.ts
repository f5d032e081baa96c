import { TIERS } from '@gleaner/contracts'
import type { Client } from './client.ts'
import { PATHS } from './hostile-site.ts'
import { brokenBodies, FORMATS } from './secrets.ts'
import { CONTROL, canary } from './values.ts'

/** What an account may create in a minute, and refresh. */
const A_MINUTE = 10

/** Where things are. */
export interface Places {
  /** `host:port` of the site. */
  host: string
  webhookUrl: string
}

const BROUGHT = 'the caller'
const WITH_BROWSER = new Set(['3.5', '4', '5'])

/** Everything that may be done with sessions, by one of `accounts` accounts: each takes its part of the site's pages, at every tier. */
export async function useSessions(
  client: Client,
  { host, webhookUrl }: Places,
  part: { at: number; of: number },
) {
  const { call } = client
  await call('POST', '/webhooks', { url: webhookUrl, name: 'canary' })
  const create = (at: number, headers?: object) => {
    const cookies = FORMATS[at % FORMATS.length]!(BROUGHT)
    const body = {
      name: CONTROL,
      domain: `http://${host}/`,
      cookies,
      headers: { 'X-Token': canary(BROUGHT) },
    }
    return call('POST', '/sessions', body, headers)
  }
  const ids: string[] = []
  for (let at = 0; at < A_MINUTE; at++) ids.push((await create(at, { 'Idempotency-Key': `once-${at}` })).id)
  if (ids.some((id) => id === undefined)) throw new Error('a session was not created')

  for (const [at, id] of ids.entries())
    await call('POST', `/sessions/${id}/refresh`, { cookies: FORMATS[(at + 1) % FORMATS.length]!(BROUGHT) })
  for (const id of ids.slice(0, 5))
    await call('PATCH', `/sessions/${id}`, { headers: { 'X-Token': canary(BROUGHT) } })

  const pages = PATHS.flatMap((path) => TIERS.map((tier) => ({ path, tier })))
  const urls = pages
    .filter((_, at) => at % part.of === part.at)
    .map(({ path, tier }, at) => scrapeOf(`http://${host}${path}`, tier, ids[at % ids.length]!, at % 2 === 0))
  const batch = await call('POST', '/batch', { urls, webhook_url: webhookUrl })
  await client.follow(batch.batch_id)
  await call('GET', `/batch/${batch.batch_id}?include_results=true`)
  await call('GET', `/batch/${batch.batch_id}/results?format=jsonl`)
  await call('GET', `/batch/${batch.batch_id}/webhook-log`)
  for (const [at, tier] of TIERS.entries()) {
    const body = scrapeOf(`http://${host}/chain`, tier, ids[at]!, true)
    const { job_id } = await call('POST', '/scrape', { ...body, webhook_url: webhookUrl })
    if (job_id) await call('GET', `/jobs/${job_id}`)
  }
  for (const id of ids.slice(0, 4)) await call('POST', `/sessions/${id}/validate`)
  for (const id of ids.slice(0, 2)) await call('GET', `/sessions/${id}/audit`)
  for (const id of ids.slice(0, 2)) await call('GET', `/sessions/${id}`)
  await call('GET', '/sessions')
  await call('GET', '/usage')
  await call('DELETE', `/sessions/${ids.at(-1)}`)
}

function scrapeOf(url: string, tier: string, session_id: string, session_update: boolean) {
  const browser = WITH_BROWSER.has(tier) && { render_js: true, capture_xhr: true }
  return {
    url,
    session_id,
    include_raw_html: true,
    formats: ['markdown', 'html', 'text', 'json'],
    timeout: 60,
    cost_controls: { force_tier: tier },
    advanced: { session_update, ...browser },
  }
}

/** Requests that are refused for what they say, never for how many they are. */
export async function beRefused({ call }: Client, { host }: Places, bodiesFrom: number): Promise<void> {
  const bodies = () => brokenBodies(host).slice(bodiesFrom, bodiesFrom + A_MINUTE - 1)
  const secret = () => canary('the caller, refused')
  const { id } = await call('POST', '/sessions', { name: 'canary', domain: host, cookies: { sid: secret() } })
  for (const body of bodies()) await call('POST', '/sessions', body)
  for (const body of bodies()) await call('POST', `/sessions/${id}/refresh`, body)
  for (const body of bodies()) await call('PATCH', `/sessions/${id}`, body)
  for (const path of ['share', 'unshare', 'validate'])
    for (const body of [{ organization_id: secret() }, `{"${secret()}`])
      await call('POST', `/sessions/${id}/${path}`, body)
  const url = `http://${host}/`
  await call('POST', '/scrape', { url, session_id: id, advanced: { cookies: { sid: secret() } } })
  await call('POST', '/scrape', { url, advanced: { cookies: { sid: [secret()] } } })
  await call('POST', '/scrape', { url, session_id: secret() })
  await call('POST', '/batch', { urls: [{ url, session_id: id, advanced: { cookies: { sid: secret() } } }] })
  await call('GET', `/sessions?status=${secret()}`)
}
/** So many accounts take all of the broken bodies. */
export const REFUSED_ACCOUNTS = Math.ceil(brokenBodies('').length / (A_MINUTE - 1))
export const bodiesOf = (account: number) => account * (A_MINUTE - 1)
