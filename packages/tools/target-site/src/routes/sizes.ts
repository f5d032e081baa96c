import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MEGABYTE } from '@gleaner/runtime/units'
import { HTML, send, sendPage } from '../respond.ts'
import { type Exchange, numberOf, type RouteGroup } from '../route.ts'

const PARAGRAPH = `<p>The harbour master counts every barrel that leaves the quay, and every barrel is one line
in this book. Nobody has ever read the book to its end.</p>\n`

/** Routes that are too much of something. */
export function sizeRoutes(): RouteGroup {
  return {
    title: 'Too much of it',
    routes: [
      {
        path: '/huge',
        about: 'A page of <code>?mb=</code> megabytes, streamed.',
        example: '/huge?mb=5',
        handle: huge,
      },
      {
        path: '/deep',
        about: '<code>?n=</code> elements, each inside the one before.',
        example: '/deep?n=10000',
        handle: ({ response, url }) => {
          const n = numberOf(url, 'n', 10_000, 1_000_000)
          const body = `${'<div>'.repeat(n)}At the bottom of the well.${'</div>'.repeat(n)}`
          send(response, 200, HTML, `<!doctype html><title>The well</title><h1>The well</h1>${body}`)
        },
      },
      {
        path: '/attributes',
        about: 'One element with <code>?n=</code> attributes.',
        example: '/attributes?n=10000',
        handle: ({ response, url }) => {
          const n = numberOf(url, 'n', 10_000, 1_000_000)
          const attributes = Array.from({ length: n }, (_, index) => `data-a${index}="${index}"`).join(' ')
          const body = `<p ${attributes}>A paragraph with a long coat.</p>`
          send(response, 200, HTML, `<!doctype html><title>The long coat</title>${body}`)
        },
      },
      {
        path: '/big-headers',
        about: '<code>?kb=</code> kilobytes of response headers.',
        example: '/big-headers?kb=12',
        handle: ({ response, url }) => {
          const kilobytes = numberOf(url, 'kb', 12, 1_024)
          for (let index = 0; index < kilobytes; index++)
            response.setHeader(`x-cargo-${index}`, 'c'.repeat(1_000))
          sendPage(response, {
            title: 'Heavy load',
            body: '<p>The cargo of this page is in its headers.</p>',
          })
        },
      },
    ],
  }
}

async function huge({ response, url }: Exchange): Promise<void> {
  const bytes = numberOf(url, 'mb', 5, 10_000) * MEGABYTE
  const block = PARAGRAPH.repeat(400)
  function* pages() {
    yield '<!doctype html><html><head><title>The book of barrels</title></head><body><h1>The book of barrels</h1>'
    for (let sent = 0; sent < bytes; sent += block.length) yield block
    yield '</body></html>'
  }
  response.writeHead(200, HTML)
  await pipeline(Readable.from(pages()), response).catch(() => {}) // the visitor may leave early
}
