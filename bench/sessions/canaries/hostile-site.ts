import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { canary } from './values.ts'

/** `shown`: all that came with a request, and what its response sets; `fresh`: one value that it sets. */
type Answer = (response: ServerResponse, shown: string, fresh: string) => void

const query = encodeURIComponent

/** A page for each way in which a site may write down what it was sent and what it sets. */
const ASKED: Record<string, Answer> = {
  '/echo': (response, shown) => page(response, 200, shown),
  '/moved': (response, shown) => moveTo(response, `/after?all=${query(shown)}`),
  '/chain': (response, shown) => moveTo(response, `/chain-on?${query(shown)}`),
  '/path': (response, _, fresh) => moveTo(response, `/in/${fresh}/page`),
  '/meta': (response, shown) =>
    page(response, 200, `<meta http-equiv="refresh" content="0;url=/after?${query(shown)}">`),
  '/script': (response, shown) =>
    page(
      response,
      200,
      `${shown}<script>location.href = '/after?' + encodeURIComponent(document.cookie)</script>`,
    ),
  '/json': (response, shown) =>
    end(response, 200, 'application/json', JSON.stringify({ [shown]: [{ shown }] })),
  '/text': (response, shown) => end(response, 200, 'text/plain', shown),
  '/javascript': (response, shown) => end(response, 200, 'text/javascript', `token = "${shown}"`),
  '/type': (response, shown, fresh) => end(response, 200, `x/${fresh}`, shown),
  '/to-host': (response, _, fresh) => moveTo(response, `http://${fresh}.invalid/`),
  '/to-refused': (response, shown) => moveTo(response, `http://10.0.0.1/?${query(shown)}`),
  '/to-bad-port': (response, _, fresh) => moveTo(response, `http://127.0.0.1:22/${fresh}`),
  '/to-nowhere': (response, shown, fresh) => moveTo(response, `ftp://${fresh}/${query(shown)}`),
  '/sign-in': (response, shown) => moveTo(response, `/login?next=${query(shown)}`),
  '/401': (response, shown, fresh) => {
    response.setHeader('www-authenticate', `Basic realm="${fresh}"`)
    page(response, 401, shown)
  },
  '/403': (response, shown) => page(response, 403, shown),
  '/500': (response, shown) => page(response, 500, shown),
}
const LED_TO: Record<string, Answer> = {
  '/chain-on': (response, shown) => moveTo(response, `/after?${query(shown)}`),
  '/login': (response, shown) => page(response, 200, `<form><input type="password" name="p"></form>${shown}`),
  '/api': (response, shown) => end(response, 200, 'application/json', JSON.stringify({ shown })),
}

/** Addresses to ask for. */
export const PATHS = Object.keys(ASKED)

export interface HostileSite {
  host: string
  close(): void
}

/** A site that repeats whatever it is sent, and sets two cookies anew with each response, one of a login among them. */
export async function startHostileSite(): Promise<HostileSite> {
  const server = createServer(({ url: address = '/', headers }, response) => {
    const path = address.replace(/\?.*/, '')
    const [one, other] = [canary(`the site at ${path}`), canary(`the site at ${path}`)]
    const brought = `${headers.cookie ?? ''} ${headers['x-token'] ?? ''}`
    response.setHeader('set-cookie', [`rotated=${one}; Path=/`, `c0=${other}; Path=/; Max-Age=900; HttpOnly`])
    response.setHeader('x-echo', brought)
    response.setHeader('etag', `"${one}"`)
    const answer = ASKED[path] ?? LED_TO[path] ?? ASKED['/echo']!
    answer(response, `${brought} ${decode(address)} ${one} ${other}`, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

const ARTICLE = `<p>${'Boats and nets. '.repeat(60)}</p>`
const SCRIPT = `<script>
document.title = document.cookie
fetch('/api?' + document.cookie).then((r) => r.text()).then((text) => document.body.append(text))
</script>`

function page(response: ServerResponse, status: number, body: string): void {
  const link = `<a href="/after?t=${query(body)}" title="${query(body)}">on</a>`
  end(response, status, 'text/html', `<title>Echo</title>${body}${ARTICLE}${link}${SCRIPT}`)
}

function moveTo(response: ServerResponse, location: string): void {
  response.setHeader('location', location)
  end(response, 302, 'text/html', `<a href="${location}">moved</a>`)
}

function end(response: ServerResponse, status: number, type: string, body: string): void {
  response.setHeader('content-type', type)
  response.writeHead(status)
  response.end(body)
}
