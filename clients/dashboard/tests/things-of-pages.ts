import { eventually } from '@gleaner/testkit'
import { expect } from '@jest/globals'
import type { Dashboard } from './open-dashboard.ts'

/** Of each page of one thing, the path of a real one: made once, so that the page has something to show. */
export async function makeThings(dashboard: Dashboard): Promise<Record<string, string>> {
  const { base_url, api_key, sample_site } = dashboard.info
  const authorization = await tokenOf(dashboard)
  // biome-ignore lint/suspicious/noExplicitAny: replies are judged by their pages
  async function call(path: string, body?: object, headers: object = { 'X-API-Key': api_key }): Promise<any> {
    const reply = await fetch(`${base_url}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    expect([path, reply.status < 300]).toEqual([path, true])
    return await reply.json()
  }
  const asPerson = (path: string, body?: object) => call(path, body, { Authorization: authorization })

  const { job_id } = await call('/scrape', {
    url: `${sample_site}/article`,
    sync: false,
    webhook_url: 'https://receiver.example/hook',
  })
  const { batch_id } = await call('/batch', { urls: [`${sample_site}/article`, `${sample_site}/status/404`] })
  const { crawl_id } = await call('/crawl', { url: `${sample_site}/`, max_pages: 2 })
  const schedule = await call('/schedules', {
    name: 'Each morning',
    schedule: 'every day at 6:00',
    urls: [`${sample_site}/plain`],
  })
  const monitor = await call('/monitors', { name: 'The page', url: `${sample_site}/plain` })
  const session = await call('/sessions', { name: 'Site', domain: sample_site, cookies: { sid: 'a' } })
  const organization = await asPerson('/organizations', { name: 'Harbour' })
  await asPerson('/operator/oauth-clients', {
    name: 'Harbour notes',
    redirect_uris: ['https://notes.example/callback'],
  })
  const login = await asPerson('/manual-logins', { url: `${sample_site}/login` })
  // One that stayed open would keep a browser of others.
  await fetch(`${base_url}/manual-logins/${login.id}`, { method: 'DELETE', headers: { authorization } })
  const ticket = await call('/support/tickets', { subject: 'Refused', message: 'Why was it refused?' })
  const { account_id } = await asPerson('/auth/me')
  const delivery = await eventually(async () => {
    const { deliveries } = await call(`/webhooks/deliveries?job_id=${job_id}`)
    expect(deliveries).toHaveLength(1)
    return deliveries[0]
  })
  return {
    '/jobs/:id': `/jobs/${job_id}`,
    '/batches/:id': `/batches/${batch_id}`,
    '/crawls/:id': `/crawls/${crawl_id}`,
    '/deliveries/:id': `/deliveries/${delivery.id}`,
    '/schedules/:id': `/schedules/${schedule.id}`,
    '/monitors/:id': `/monitors/${monitor.id}`,
    '/sessions/sign-in/:id': `/sessions/sign-in/${login.id}`,
    '/sessions/:id/story': `/sessions/${session.id}/story`,
    '/organizations/:id': `/organizations/${organization.id}`,
    '/operate/sites/:id': `/operate/sites/${new URL(sample_site).hostname}?hours=24`,
    '/operate/jobs/:id': `/operate/jobs/${job_id}`,
    '/support/:id': `/support/${ticket.id}`,
    '/operate/tickets/:id': `/operate/tickets/${ticket.id}`,
    '/operate/accounts/:id': `/operate/accounts/${account_id}`,
  }
}

/** What the person who is signed in calls the service with. */
async function tokenOf(dashboard: Dashboard): Promise<string> {
  const { page } = await dashboard.open('/sign-in')
  const asked = page.waitForRequest((request) => request.headers().authorization !== undefined)
  await page.goto(`${dashboard.url}/app/keys`)
  const { authorization } = (await asked).headers()
  await page.close()
  return authorization!
}
