import { basic, challenge, digest, ntlm } from './guarded.ts'
import { type Exchange, html, type PersistentState, text } from './persistent-state.ts'

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
const served: PersistentState['serve'] = {
  '/basic/me': basic(me),
  '/digest/me': digest(me),
  '/ntlm/me': ntlm(me),
  '/go': sendWithLogin,
}

export const login = (kept: Pick<PersistentState, 'name'> & Partial<PersistentState>): PersistentState => ({
  look: askBasic,
  kept: 200,
  keptWithoutLogins: 401,
  gone: 401,
  context: 'closed',
  ...kept,
  serve: { ...served, ...kept.serve },
})

/** Ways for a user name and a password to get into the browser's memory of logins. */
export const LOGINS: PersistentState[] = [
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
    name: 'NTLM on a connection without TLS, which the egress holds',
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
