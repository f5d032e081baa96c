import { randomUUID } from 'node:crypto'
import { sendPage } from '../respond.ts'
import { cookiesOf, type Exchange, incrementCounter, type Route, type RouteGroup } from '../route.ts'
import { unlikeBrowser } from '../unlike-browser.ts'
import { captchaRoutes } from './captchas.ts'
import { challengeRoutes } from './challenges.ts'

const NEWS = `<p>The council has decided that the swing bridge stays open for sailing boats on Sundays until the end of
September. Cyclists are asked to take the upper bridge; the detour is eight hundred metres long and has a bakery in
its middle.</p><p>The decision was taken with seven votes to four. It takes effect next week.</p>`
const RETRY_AFTER_S = 2

/** Routes that do not answer everybody, or not every time. */
export function refusalRoutes(): RouteGroup {
  return {
    title: 'Pages that refuse some visitors',
    routes: [
      {
        path: '/not-browser',
        about: 'News for browsers only: 403 for whoever sends other headers, or in another order.',
        handle: notBrowser,
      },
      {
        path: '/tls-only',
        about: 'For clients whose TLS greeting looks like one of a browser; over HTTPS only.',
        handle: tlsOnly,
      },
      browserOnly(),
      ...challengeRoutes(NEWS),
      ...captchaRoutes(NEWS),
      {
        path: '/rate-limited',
        about: 'Every second request is a 429 with Retry-After; <code>?key=</code> counts apart.',
        handle: rateLimited,
      },
      {
        path: '/flaky',
        about: '500 at the first request of a <code>?key=</code>, 200 from the second on.',
        example: '/flaky?key=anything',
        handle: ({ response, url, memory }) => {
          const isFirst = incrementCounter(memory, `flaky:${url.searchParams.get('key') ?? ''}`) === 1
          if (isFirst)
            sendPage(response, { status: 500, title: 'Out of order', body: '<p>The press jammed.</p>' })
          else sendPage(response, { title: 'Swing bridge open on Sundays', body: NEWS })
        },
      },
    ],
  }
}

function notBrowser({ request, response }: Exchange) {
  const reason = unlikeBrowser(request)
  if (!reason) return sendPage(response, { title: 'Swing bridge open on Sundays', body: NEWS })
  sendPage(response, {
    status: 403,
    title: 'Access denied',
    headers: { 'x-refused-because': reason },
    body: '<p>Your request looks automated. If you are a person, please use an ordinary browser.</p>',
  })
}

function tlsOnly({ request, response, memory }: Exchange) {
  const hello = memory.hellos.get(request.socket.remotePort ?? 0)
  if (hello?.isLikeBrowser) return sendPage(response, { title: 'Swing bridge open on Sundays', body: NEWS })
  const seen = hello ? { 'x-ciphers': hello.ciphers.length, 'x-extensions': hello.extensions.length } : {}
  sendPage(response, {
    status: 403,
    title: 'Access denied',
    headers: seen,
    body: '<p>The way you shake hands is not the way a browser does.</p>',
  })
}

function browserOnly(): Route {
  const script = `document.cookie = 'seen=' + document.querySelector('[data-ticket]').dataset.ticket + '; path=/';
setTimeout(function () { location.reload() }, 150)`
  return {
    path: '/browser-only',
    about: '403 until a script on the page has set a cookie.',
    handle: ({ request, response, memory }) => {
      const ticket = cookiesOf(request).get('seen')
      if (ticket && memory.tokens.has(ticket)) {
        return sendPage(response, { title: 'Swing bridge open on Sundays', body: NEWS })
      }
      const fresh = randomUUID()
      memory.tokens.add(fresh)
      sendPage(response, {
        status: 403,
        title: 'Please wait',
        body: `<p>We are looking at your browser.</p><noscript>Please switch on JavaScript.</noscript>
<script data-ticket="${fresh}">${script}</script>`,
      })
    },
  }
}

function rateLimited({ response, url, memory }: Exchange) {
  const isOdd = incrementCounter(memory, `rate:${url.searchParams.get('key') ?? ''}`) % 2 === 1
  if (!isOdd) return sendPage(response, { title: 'Swing bridge open on Sundays', body: NEWS })
  sendPage(response, {
    status: 429,
    title: 'Too many requests',
    headers: { 'retry-after': String(RETRY_AFTER_S) },
    body: `<p>One at a time, please. Come back in ${RETRY_AFTER_S} seconds.</p>`,
  })
}
