import { PAGE_FORMATS } from '@gleaner/contracts'
import { makePdf } from '@gleaner/documents/testing/make-pdf'
import { describe, expect, test } from '@jest/globals'
import { extract } from './extract.ts'
import type { ExtractRequest } from './types.ts'

const words = (name: string) =>
  Array.from({ length: 30 }, (_, at) => `${name} tells of harbours and ships, part ${at}.`).join(' ')
/** Says `name` in each way that a format can read. */
const part = (name: string, attribute = `id="${name}"`) => `<section ${attribute}>
  <h2>${name} heading</h2><p>${words(name)}</p><a href="/${name}">${name} link</a>
  <img src="/${name}.jpg" alt="${name} picture" width="600" height="400">
  <table><tr><th>${name}</th><th>b</th></tr><tr><td>${name} cell</td><td>2</td></tr></table>
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"${name} thing"}</script>
  <div itemscope itemtype="https://schema.org/Person"><span itemprop="name">${name} person</span></div></section>`
const PAGE = `<!doctype html><html><head><title>Quays</title><meta name="description" content="Of quays."></head>
<body><header><a href="/home">Home</a></header><main>${part('alpha')}${part('beta')}</main><footer>${part('gamma')}</footer></body></html>`

/** Those that are made of a page; the others hand over what came. */
const MADE = PAGE_FORMATS.filter((format) => format !== 'raw' && (format as string) !== 'bytes')
const ALL = ['alpha', 'beta', 'gamma']

async function read(parts: ExtractRequest['parts'], more: Partial<ExtractRequest> = {}) {
  const made = await extract({
    url: 'https://example.com/',
    body: new TextEncoder().encode(PAGE),
    contentType: 'text/html',
    mode: 'auto',
    formats: [...MADE],
    includeRawHtml: false,
    onlyMainContent: true,
    removeCookieBanners: true,
    evidence: false,
    ocr: false,
    maxContentBytes: 10_000_000,
    parts,
    ...more,
  })
  if (!made.ok) throw new Error(made.message)
  return made
}

const saysOf = (value: unknown) => ALL.filter((name) => JSON.stringify(value).includes(name))

describe('in every format', () => {
  test.each(MADE)('%s holds what is included and nothing else', async (format) => {
    for (const include of [['#alpha'], ['#gamma']]) {
      const { content, warnings } = await read(
        { include },
        { formats: [format], extractionSchema: { name: 'string' } },
      )
      expect(saysOf({ ...content, url: undefined })).toEqual([include[0]!.slice(1)])
      expect(warnings).toEqual([])
    }
  })

  test.each(MADE)('%s holds nothing that is excluded', async (format) => {
    const { content } = await read({ exclude: ['#alpha', 'footer'] }, { formats: [format] })
    expect(saysOf(content)).toEqual(['beta'])
  })
})

test('both are asked of the page as it came, and what is excluded goes first', async () => {
  const { content } = await read({ include: ['main'], exclude: ['main > #beta', '#alpha ~ #beta p'] })
  expect(saysOf(content)).toEqual(['alpha'])
  expect(content.title).toBe('Quays')
})

test('what is included keeps the elements around it', async () => {
  const { content } = await read({ include: ['#alpha td'] }, { formats: ['markdown'] })
  expect(content.content).toEqual({ markdown: expect.stringMatching(/\|.*alpha cell.*\|/) })
})

test.each([
  [{ include: ['#delta', '#alpha'] }, ['alpha'], ['include_selectors: #delta']],
  [{ include: ['#delta'] }, [], ['include_selectors: #delta']],
  [{ exclude: ['.ad', 'i'] }, ['alpha', 'beta'], ['exclude_selectors: .ad', 'exclude_selectors: i']],
  [{ exclude: ['html'] }, [], []],
  [{ exclude: ['body', 'head'] }, [], []],
] as const)('%j: each selector that finds nothing is named', async (parts, said, named) => {
  const { content, warnings } = await read(parts as never, { formats: ['markdown'] })
  expect(saysOf(content)).toEqual(said)
  expect(warnings).toEqual(named.map((name) => `advanced.${name} finds nothing on this page.`))
})

test('a file that is no web page is read whole, and says so', async () => {
  const body = makePdf([[{ x: 72, y: 700, size: 12, text: words('alpha').slice(0, 90) }]])
  const { content, warnings } = await read(
    { include: ['p'] },
    { body, contentType: 'application/pdf', formats: ['text'] },
  )
  expect(saysOf(content)).toEqual(['alpha'])
  expect(warnings).toEqual([expect.stringContaining('had no effect')])
})

test('what a crawl follows is what the whole page shows', async () => {
  const crawl = { robotsTag: undefined, rendered: false }
  const [some, all] = await Promise.all([
    read({ include: ['#alpha'] }, { crawl }),
    read(undefined, { crawl }),
  ])
  expect(some.findings).toBe(all.findings)
})

test.each(['b:nth-last-child(2n+1)', 'i ~ b', 'b ~ b ~ b ~ i, b:first-of-type ~ b:nth-child(3n)'])(
  '%s, which takes time by the square of the page, is given up',
  async (selector) => {
    const body = new TextEncoder().encode('<div>'.repeat(300) + '<b></b>'.repeat(20_000))
    await expect(read({ exclude: [selector] }, { body })).rejects.toThrow('take too many steps')
  },
)
