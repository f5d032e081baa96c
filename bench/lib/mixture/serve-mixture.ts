import { isUtf8 } from 'node:buffer'
import type { RequestListener } from 'node:http'
import type { MixturePage } from './load-mixture.ts'

/**
 * Answers `/<n>` and `/<name>` with a page of the mixture (`n` counts round and round), `/` with a page that links to every one by its name,
 * all else with 404. The query is ignored: it makes addresses different.
 */
export function serveMixture(pages: readonly MixturePage[]): RequestListener {
  const byName = new Map(pages.map((page) => [page.name, page.bytes]))
  const index = Buffer.from(indexPage(pages))
  return (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname.slice(1))
    const body =
      path === '' ? index : /^\d+$/.test(path) ? pages[Number(path) % pages.length]!.bytes : byName.get(path)
    response.writeHead(body ? 200 : 404, {
      'content-type': body && !isUtf8(body) ? 'text/html' : 'text/html; charset=utf-8',
      'content-length': body?.byteLength ?? 0,
    })
    response.end(body)
  }
}

function indexPage(pages: readonly MixturePage[]): string {
  const links = pages.map(({ name }) => `<li><a href="/${encodeURIComponent(name)}">${name}</a></li>`)
  return `<!doctype html><html lang="en"><title>Pages</title><h1>Pages</h1><ul>${links.join('')}</ul></html>`
}
