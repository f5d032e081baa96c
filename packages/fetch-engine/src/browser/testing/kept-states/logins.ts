import { createHash } from 'node:crypto'
import { type Exchange, html, type KeptState, text } from './kept-state.ts'

const challenge = (
  { response }: Exchange,
  value: string,
  body = '<p>Who are you?</p><pre id="done">401</pre>',
) => void response.writeHead(401, { 'www-authenticate': value, 'content-type': 'text/html' }).end(body)

/** Behind Basic: `ann` and `secret`. */
const basic = (page: (exchange: Exchange) => void) => (exchange: Exchange) => {
  const expected = `Basic ${Buffer.from('ann:secret').toString('base64')}`
  if (exchange.request.headers.authorization === expected) return page(exchange)
  challenge(exchange, 'Basic realm="harbour"')
}

const digest = (page: (exchange: Exchange) => void) => (exchange: Exchange) => {
  const given = exchange.request.headers.authorization ?? ''
  const part = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(given)?.[1] ?? ''
  const md5 = (words: string) => createHash('md5').update(words).digest('hex')
  const secret = md5(`ann:harbour:secret`)
  const asked = md5(`GET:${part('uri')}`)
  const expected = md5([secret, part('nonce'), part('nc'), part('cnonce'), 'auth', asked].join(':'))
  if (given !== '' && part('response') === expected) return page(exchange)
  challenge(exchange, 'Digest realm="harbour", qop="auth", nonce="0badcafe", algorithm=MD5')
}

/** A message of type 2 (MS-NLMP section 2.2.1.2) without a target name, which any client answers. */
const NTLM_CHALLENGE = Buffer.concat([
  Buffer.from('NTLMSSP\0', 'latin1'),
  Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0, 0, 0x01, 0x82, 0x08, 0xa2]),
  Buffer.from('0123456789abcdef0000000000000000', 'hex'),
  Buffer.from([4, 0, 4, 0, 56, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0]),
]).toString('base64')

/** NTLM logs a connection in, not a request: whoever asks on it next is Ann. */
const ntlm = (page: (exchange: Exchange) => void) => (exchange: Exchange) => {
  const { request, memory } = exchange
  if (memory.get('user') === 'ann') return page(exchange)
  const message = Buffer.from(/^NTLM (.+)/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'base64')
  if (message[8] === 3) {
    memory.set('user', 'ann')
    return page(exchange)
  }
  challenge(exchange, message[8] === 1 ? `NTLM ${NTLM_CHALLENGE}` : 'NTLM')
}

const me = ({ response }: Exchange) => text(response, 'ann')
const sendWithLogin = ({ request, response, url }: Exchange) => {
  const scheme = 'encrypted' in request.socket ? 'https' : 'http'
  const path = url.search.slice(1) || '/basic/page'
  response.writeHead(302, { location: `${scheme}://ann:secret@${request.headers.host}${path}` }).end()
}
/** A browser that asks for a login in a dialog leaves the request waiting. */
const askBasic = () =>
  Promise.race([
    fetch(`${location.origin}/basic/me`).then(({ status }) => status),
    new Promise((resolve) => setTimeout(resolve, 2_000, 401)),
  ])
const served: KeptState['serve'] = {
  '/basic/me': basic(me),
  '/digest/me': digest(me),
  '/ntlm/me': ntlm(me),
  '/go': sendWithLogin,
}

export const login = (kept: Pick<KeptState, 'name'> & Partial<KeptState>): KeptState => ({
  look: askBasic,
  kept: 200,
  keptWithoutLogins: 401,
  gone: 401,
  window: 'closed',
  ...kept,
  serve: { ...served, ...kept.serve },
})

/** Ways for a user name and a password to get into the browser's memory of logins. */
export const LOGINS: KeptState[] = [
  login({
    name: 'Basic by the address that was asked for',
    // The service itself sends it, to the origin that was asked for.
    keptWithoutLogins: 200,
    entry: 'https://ann:secret@harbour.example:{port}/basic/page',
    serve: { '/basic/page': basic((exchange) => html(exchange.response, exchange.page)) },
  }),
  login({
    name: 'Basic by the address that was asked for, over http',
    // The service itself sends it, to the origin that was asked for.
    keptWithoutLogins: 200,
    entry: 'http://ann:secret@harbour.example:{port}/basic/page',
    secondEntry: 'http://harbour.example:{port}/look',
    serve: { '/basic/page': basic((exchange) => html(exchange.response, exchange.page)) },
  }),
  login({
    name: 'Basic by a user name alone',
    // The service itself sends it, to the origin that was asked for.
    keptWithoutLogins: 200,
    entry: 'https://ann@harbour.example:{port}/name/page',
    look: () =>
      Promise.race([
        fetch(`${location.origin}/name/me`).then(({ status }) => status),
        new Promise((resolve) => setTimeout(resolve, 2_000, 401)),
      ]),
    serve: {
      '/name/*': (exchange) =>
        exchange.request.headers.authorization === `Basic ${Buffer.from('ann:').toString('base64')}`
          ? html(exchange.response, exchange.page)
          : challenge(exchange, 'Basic realm="name"'),
    },
  }),
  login({
    name: 'Digest by a redirect of the server',
    entry: 'https://harbour.example:{port}/go?/digest/page',
    look: () =>
      Promise.race([
        fetch(`${location.origin}/digest/me`).then(({ status }) => status),
        new Promise((resolve) => setTimeout(resolve, 2_000, 401)),
      ]),
    serve: { '/digest/page': digest((exchange) => html(exchange.response, exchange.page)) },
  }),
  login({
    name: 'NTLM on a connection, by a redirect of the server',
    entry: 'https://harbour.example:{port}/go?/ntlm/page',
    look: () =>
      Promise.race([
        fetch(`${location.origin}/ntlm/me`).then(({ status }) => status),
        new Promise((resolve) => setTimeout(resolve, 2_000, 401)),
      ]),
    serve: { '/ntlm/page': ntlm((exchange) => html(exchange.response, exchange.page)) },
  }),
  login({
    name: 'NTLM on a connection without TLS, which the door holds',
    entry: 'http://harbour.example:{port}/go?/ntlm/page',
    secondEntry: 'http://harbour.example:{port}/look',
    look: () =>
      Promise.race([
        fetch(`${location.origin}/ntlm/me`).then(({ status }) => status),
        new Promise((resolve) => setTimeout(resolve, 2_000, 401)),
      ]),
    serve: { '/ntlm/page': ntlm((exchange) => html(exchange.response, exchange.page)) },
  }),
  login({
    name: 'Basic by a redirect of the server',
    entry: 'https://harbour.example:{port}/go',
    serve: {
      '/go': ({ response, request }) =>
        void response
          .writeHead(302, { location: `https://ann:secret@${request.headers.host}/basic/page` })
          .end(),
      '/basic/page': basic((exchange) => html(exchange.response, exchange.page)),
    },
  }),
  login({
    name: 'Basic by a meta refresh',
    entry: 'https://harbour.example:{port}/go',
    serve: {
      '/go': ({ response, request }) =>
        html(
          response,
          `<meta http-equiv="refresh" content="0; url=https://ann:secret@${request.headers.host}/basic/page">`,
        ),
      '/basic/page': basic((exchange) => html(exchange.response, exchange.page)),
    },
  }),
  login({
    name: 'Basic by a navigation of a script',
    entry: 'https://harbour.example:{port}/go',
    serve: {
      '/go': ({ response, request }) =>
        html(response, `<script>location = 'https://ann:secret@${request.headers.host}/basic/page'</script>`),
      '/basic/page': basic((exchange) => html(exchange.response, exchange.page)),
    },
  }),
  login({
    name: 'Basic by XMLHttpRequest with user and password',
    leave: () =>
      new Promise((resolve) => {
        const asking = new XMLHttpRequest()
        asking.open('GET', '/basic/me', true, 'ann', 'secret')
        asking.onloadend = resolve
        asking.send()
      }),
  }),
  login({
    name: 'Basic by an image that redirects to an address with a login',
    kept: 401,
    leave: () =>
      new Promise((resolve) => {
        const image = new Image()
        image.onload = image.onerror = resolve
        image.src = '/go-picture'
      }),
    serve: {
      '/go-picture': ({ response, request }) =>
        void response
          .writeHead(302, { location: `https://ann:secret@${request.headers.host}/basic/me` })
          .end(),
    },
  }),
  login({
    name: 'Basic by fetch that is redirected to an address with a login',
    kept: 401,
    leave: () => fetch('/go-fetch').catch(() => undefined),
    serve: {
      '/go-fetch': ({ response, request }) =>
        void response
          .writeHead(302, { location: `https://ann:secret@${request.headers.host}/basic/me` })
          .end(),
    },
  }),
  login({
    name: 'Basic by a frame that redirects to an address with a login',
    kept: 401,
    leave: () =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.onload = resolve
        setTimeout(resolve, 1000)
        frame.src = '/go-frame'
        document.body.append(frame)
      }),
    serve: {
      '/go-frame': ({ response, request }) =>
        void response
          .writeHead(302, { location: `https://ann:secret@${request.headers.host}/basic/me` })
          .end(),
    },
  }),
  login({
    name: 'Basic by a frame whose address has a login',
    kept: 401,
    leave: () =>
      new Promise((resolve) => {
        const frame = document.createElement('iframe')
        frame.onload = resolve
        setTimeout(resolve, 1000)
        frame.src = `https://ann:secret@${location.host}/basic/me`
        document.body.append(frame)
      }),
  }),
  login({
    name: 'Basic by XMLHttpRequest of a worker',
    leave: () =>
      new Promise((resolve) => {
        const words = `const x = new XMLHttpRequest(); x.open('GET', '${location.origin}/basic/me', true, 'ann', 'secret');
          x.onloadend = () => postMessage(x.status); x.send()`
        new Worker(URL.createObjectURL(new Blob([words]))).onmessage = resolve
      }),
  }),
  login({
    name: 'Basic by XMLHttpRequest of a frame of the same site',
    leave: () =>
      new Promise((resolve) => {
        addEventListener('message', resolve, { once: true })
        const frame = document.createElement('iframe')
        frame.srcdoc = `<script>const x = new XMLHttpRequest(); x.open('GET', '/basic/me', true, 'ann', 'secret');
          x.onloadend = () => parent.postMessage(x.status, '*'); x.send()</script>`
        document.body.append(frame)
      }),
  }),
]
