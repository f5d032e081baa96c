import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Seen } from './linked-site.ts'

/** Children of a page in the tree that all pages are. */
const FAN_OUT = 10
/** Of text in a page, beside its links: with these it has some 20 KB, as the pages of the other benches. */
const WORDS = 2_600

/** A website in a process of its own, which sends its port to its parent, and what it has seen when that asks. */
function main(): void {
  const { values } = parseArgs({ options: { pages: { type: 'string' }, delay: { type: 'string' } } })
  const [pages, delayMs] = [Number(values.pages), Number(values.delay)]
  let seen: Omit<Seen, 'open'> = nothingSeen()
  let atOnce = 0
  let lastAt = Number.NEGATIVE_INFINITY

  const server = createServer(async (request, response) => {
    const index = indexOf(request.url!)
    if (index === undefined || index >= pages)
      return void response.writeHead(404).end('There is no such page.')
    seen.fetches[request.url!] = (seen.fetches[request.url!] ?? 0) + 1
    seen.mostAtOnce = Math.max(seen.mostAtOnce, ++atOnce)
    seen.leastGapMs = Math.min(seen.leastGapMs, performance.now() - lastAt)
    lastAt = performance.now()
    response.once('close', () => atOnce--)
    if (delayMs > 0) await sleep(delayMs)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(index, pages))
  })
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
  process.on('message', (message) => {
    if (message === 'tell') process.send!({ ...seen, open: atOnce })
    if (message === 'forget') [seen, lastAt] = [nothingSeen(), Number.NEGATIVE_INFINITY]
  })
  process.once('disconnect', () => process.exit())
}

const nothingSeen = (): Omit<Seen, 'open'> => ({
  fetches: {},
  mostAtOnce: 0,
  leastGapMs: Number.POSITIVE_INFINITY,
})

/** `/` is page 0, `/page/7` page 7. */
function indexOf(path: string): number | undefined {
  if (path === '/') return 0
  const [, digits] = /^\/page\/(\d+)$/.exec(path) ?? []
  return digits === undefined ? undefined : Number(digits)
}

const pathOf = (index: number) => (index === 0 ? '/' : `/page/${index}`)

/** Links to its children, its parent, its neighbours, the start and itself, and text that no other page has. */
function pageOf(index: number, pages: number): string {
  const children = Array.from({ length: FAN_OUT }, (_, child) => index * FAN_OUT + child + 1)
  const others = [0, Math.floor((index - 1) / FAN_OUT), index - 1, index, index + 1]
  const links = [...new Set([...others, ...children])]
    .filter((other) => other >= 0 && other < pages)
    .map((other) => `<li><a href="${pathOf(other)}#top">Page ${other}</a></li>`)
  return `<!doctype html><html lang="en"><title>Page ${index}</title><nav><ul>${links.join('')}</ul></nav>
    <main><h1>Page ${index}</h1>${paragraphs(index)}</main></html>`
}

function paragraphs(seed: number): string {
  let state = seed * 2_654_435_761 + 1
  const word = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return SYLLABLES[state % 31]! + SYLLABLES[(state >>> 8) % 31]! + SYLLABLES[(state >>> 16) % 31]!
  }
  return Array.from(
    { length: WORDS / 65 },
    () => `<p>${Array.from({ length: 65 }, word).join(' ')}.</p>`,
  ).join('')
}

const SYLLABLES =
  'ba ce di fo gu ha je ki lo mu na pe qui ro su ta ve wi xo zu al en ir os un br cl dr fl gr st'.split(' ')

main()
