import { ScrapeRequest } from '@gleaner/contracts'
import { type AskedRequest, splitRequest } from '@gleaner/jobs'
import { expect, test } from '@jest/globals'
import { presentRequest } from './present-request.ts'

const url = 'https://example.com/page'

function asked(body: object): AskedRequest {
  const request = ScrapeRequest.parse({ url, ...body })
  const { spec, secrets } = splitRequest(request)
  const { webhook_url = null, external_id = null, metadata = null } = request
  const labels = { externalId: external_id, metadata }
  return { spec, hadSecrets: secrets !== undefined, webhookUrl: webhook_url, isOpen: false, ...labels }
}

/** Bodies, and what is shown of them where it is not the same. */
const BODIES: [object, object?][] = [
  [{}],
  [{ formats: ['markdown', 'links'], mode: 'js', timeout: 20, sync: false }],
  [{ cost_controls: { max_tier: '3', max_credits: 5 }, advanced: { only_main_content: false } }],
  [{ advanced: { render_js: true, screenshot: true, viewport: { width: 600, height: 400 } } }],
  [{ advanced: { rag: { chunk_tokens: 300 }, change_tracking: { tag: 'daily' } }, formats: ['rag'] }],
  [{ extraction_schema: { title: 'string' } }, { extraction_schema: expect.any(Object) }],
  [{ extraction_profile: 'product' }],
  [{ extraction_profile: 'auto' }],
  [{ template: 'mine' }],
  [{ template: { fields: { price: '.price' } } }, { template: { fields: { price: expect.anything() } } }],
  [{ extract_rules: { price: '.price' } }, { template: { fields: { price: expect.anything() } } }],
  [{ cache: true, cache_ttl: 60, force_refresh: true, location: { country: 'DE' } }],
  [{ method: 'POST', content_type: 'application/json' }],
  [{ external_id: 'mine', metadata: { team: 'a' }, webhook_url: 'https://hooks.example/a' }],
]

test.each(BODIES)(
  'of %j all is shown with which it can be asked again, and nothing else',
  (body, shown = body) => {
    const first = asked(body)
    const { request, had_secrets } = presentRequest(first)
    expect(request).toEqual({ url, ...shown })
    expect(had_secrets).toBe(false)
    const { selectors, ...spec } = asked(request!).spec
    const { selectors: before, ...specBefore } = first.spec
    expect(spec).toEqual(specBefore)
    expect(selectors?.fields).toEqual(before?.fields)
  },
)

test('no secret is shown, but that there was one', () => {
  const secret = 'lamp-secret-9'
  const shown = presentRequest(
    asked({
      url: `https://user:${secret}@example.com/page`,
      method: 'POST',
      body: secret,
      advanced: {
        render_js: true,
        cookies: { sid: secret },
        session_headers: { Authorization: secret },
        actions: [{ type: 'type', selector: 'input', text: secret }],
      },
      webhook_url: `https://user:${secret}@hooks.example/a`,
    }),
  )
  expect(JSON.stringify(shown)).not.toContain(secret)
  expect(shown).toEqual({
    request: {
      url,
      method: 'POST',
      advanced: { render_js: true },
      webhook_url: 'https://***@hooks.example/a',
    },
    had_secrets: true,
  })
})

test('a page that was sent is no scrape', () => {
  const sent = asked({})
  expect(presentRequest({ ...sent, spec: { ...sent.spec, parse: true } }).request).toBeNull()
})
