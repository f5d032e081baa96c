import type { FieldEvidence } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { extract } from './extract.ts'
import type { ExtractedContent } from './types.ts'

const DECLARED = [
  {
    '@type': 'Product',
    name: 'Anvil',
    sku: 'A-1',
    offers: { '@type': 'Offer', price: '99.50', priceCurrency: 'EUR' },
    additionalProperty: [{ '@type': 'PropertyValue', name: 'Weight', value: 'heavy' }],
  },
  { '@type': 'Organization', name: 'Smith & Sons', telephone: '+1 555' },
  {
    '@type': 'BreadcrumbList',
    itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Tools' }],
  },
]
const PAGE = `<!doctype html><html lang="en"><head><title>Anvil</title>
<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@graph': DECLARED })}</script></head>
<body><main><h1>Anvil</h1><dl><dt>Horn length</dt><dd>30 cm</dd></dl></main></body></html>`

async function read(extractionSchema?: Record<string, string>): Promise<ExtractedContent> {
  const outcome = await extract({
    url: 'https://shop.example/anvil',
    body: Buffer.from(PAGE),
    contentType: 'text/html; charset=utf-8',
    mode: 'auto',
    formats: ['json'],
    extractionSchema,
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: true,
    ocr: false,
    maxContentBytes: 1_000_000,
  })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.content
}

/** What an RFC 6901 pointer leads to. */
function follow(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((at, step) => (at as Record<string, unknown>)?.[step], value)
}

test('everything that a page declares is given beside what it is about', async () => {
  const { json } = (await read()).content as { json: Record<string, unknown> }
  expect(json).toMatchObject({ '@type': 'Product', name: 'Anvil' })
  expect(json.entities).toEqual([
    expect.objectContaining({ '@type': 'Organization', telephone: '+1 555' }),
    expect.objectContaining({ '@type': 'BreadcrumbList' }),
  ])
})

test('every field says where it comes from, and its pointer leads there', async () => {
  const made = await read({
    name: 'string',
    cost: 'number',
    company_phone: 'string',
    'Horn length': 'string',
  })
  const { json } = made.content as { json: unknown }
  expect(made.filtered_content).toEqual({
    name: 'Anvil',
    cost: 99.5,
    company_phone: '+1 555',
    'Horn length': '30 cm',
  })
  const evidence = made.metadata.field_evidence as Record<string, FieldEvidence>
  expect(evidence).toMatchObject({
    name: { kind: 'declared', source: 'json-ld', pointer: '/name' },
    cost: { kind: 'declared', source: 'json-ld', pointer: '/offers/price' },
    company_phone: { kind: 'declared', source: 'json-ld', pointer: '/entities/0/telephone' },
    'Horn length': { kind: 'visible', found_by: 'label' },
  })
  expect(follow(json, evidence.cost!.pointer!)).toBe(99.5)
  expect(follow(json, evidence.company_phone!.pointer!)).toBe('+1 555')
  for (const { confidence } of Object.values(evidence)) expect(confidence).toBeGreaterThan(0.5)
})

test('a price without a word on stock is assumed to be in stock, and said to be assumed', async () => {
  const made = await read({ in_stock: 'boolean' })
  const { json } = made.content as { json: { offers: object } }
  expect(json.offers).not.toHaveProperty('availability')
  expect(json.offers).toMatchObject({
    availability_assumed: { value: 'InStock', reason: expect.any(String) },
  })
  expect(made.filtered_content).toEqual({})
})
