import { createDatabase, createPool } from '@gleaner/db'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { html } from '@gleaner/security/html'
import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { openPayments } from './payments.ts'
import { paymentFields } from './settings.ts'
import { readEvent } from './stripe/read-event.ts'

test.each(['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])(
  '%s alone is a mistake: payments would be taken and never credited',
  (name) => {
    const settings = loadConfig(z.object(paymentFields), { [name]: 'x' })
    const more = { NODE_ENV: 'production', PUBLIC_URL: 'http://api', ENCRYPTION_KEYS: 'k' } as const
    const db = createDatabase(createPool({ url: 'postgres://u:p@127.0.0.1:1/x' }))
    const deps = { db, logger: silentLogger(), metrics: createMetrics({ service: 'test' }) }
    expect(() => openPayments({ ...settings, ...more }, deps)).toThrow('go together')
  },
)

test('what is put into a page is text, whatever it is', () => {
  const name = `<img src=x onerror="alert('1')">&`
  expect(html`<p title="${name}">${[html`<b>${name}</b>`]}${undefined}${false}${0}</p>`.text).toBe(
    `<p title="${ESCAPED}"><b>${ESCAPED}</b>0</p>`,
  )
})
const ESCAPED = '&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;'

test('an event that is not as documented is an error, which its sender repeats', () => {
  const data = { object: { id: 're_1', amount: '5' } }
  expect(() => readEvent({ type: 'refund.created', data })).toThrow('amount')
})
