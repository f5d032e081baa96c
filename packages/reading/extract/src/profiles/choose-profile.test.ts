import { expect, test } from '@jest/globals'
import { extract } from '../extract.ts'
import { requestFor } from '../hostile/hostile-input.ts'

const declared = (item: object) => `<script type="application/ld+json">${JSON.stringify(item)}</script>`
const cards = (price: string) =>
  `<h1>Things</h1>${Array.from({ length: 8 }, (_, n) => `<div class="card"><h3><a href="/thing-${n}">A thing of iron ${n}</a></h3>${price}</div>`).join('')}`

const PAGES: [profile: string | undefined, page: string, filled: object][] = [
  [
    'product',
    declared({ '@type': 'Product', name: 'Anvil', offers: { price: 5, priceCurrency: 'EUR' } }),
    { name: 'Anvil', price: 5, currency: 'EUR' },
  ],
  [
    'job_posting',
    declared({ '@type': 'JobPosting', title: 'Smith', hiringOrganization: { name: 'Acme' } }),
    { title: 'Smith', company: 'Acme' },
  ],
  [
    'faq',
    declared({
      '@type': 'FAQPage',
      mainEntity: ['Why', 'How'].map((name) => ({
        '@type': 'Question',
        name: `${name}?`,
        acceptedAnswer: { '@type': 'Answer', text: `${name} so.` },
      })),
    }),
    {
      questions: [
        { question: 'Why?', answer: 'Why so.' },
        { question: 'How?', answer: 'How so.' },
      ],
    },
  ],
  [
    'ecommerce_homepage',
    cards('<p>€ 5.00</p>'),
    { products: expect.arrayContaining([expect.objectContaining({ name: 'A thing of iron 0', price: 5 })]) },
  ],
  [
    'directory_listing',
    cards(''),
    { items: expect.arrayContaining([{ name: 'A thing of iron 7', url: 'https://example.com/thing-7' }]) },
  ],
  [undefined, '<h1>Hi</h1>', {}],
]

test.each(PAGES)('auto takes the profile that fits: %s', async (profile, page, filled) => {
  const outcome = await extract({
    ...requestFor({ name: '', contentType: 'text/html', make: () => page }, 0, ['json']),
    autoProfile: true,
  })
  if (!outcome.ok) throw new Error(outcome.message)
  const { metadata, filtered_content } = outcome.content
  expect(metadata.extraction_profile).toBe(profile)
  expect(filtered_content ?? {}).toMatchObject(filled)
})
