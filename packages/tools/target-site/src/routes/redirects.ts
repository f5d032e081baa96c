import { layout } from '../layout.ts'
import { redirect, send, sendJson, sendPage } from '../respond.ts'
import { numberOf, type RouteGroup } from '../route.ts'

// Ways to say "an address inside your own network", for guards that look at the first address only.
const PRIVATE_ADDRESSES: Record<string, string> = {
  metadata: 'http://169.254.169.254/latest/meta-data/',
  loopback: 'http://127.0.0.1:1/',
  decimal: 'http://2130706433:1/',
  hex: 'http://0x7f000001:1/',
  mapped: 'http://[::ffff:127.0.0.1]:1/',
  ten: 'http://10.0.0.1/',
  file: 'file:///etc/passwd',
}
const STATUSES = [301, 302, 303, 307, 308]

/** Routes that send the visitor elsewhere. */
export function redirectRoutes(): RouteGroup {
  return {
    title: 'Redirects',
    routes: [
      {
        path: '/redirect/*',
        about: 'As many redirects as the address says, then a plain page. <code>?status=</code> 301 to 308.',
        example: '/redirect/3',
        handle: ({ response, rest, url }) => {
          const left = Math.min(Number.parseInt(rest, 10) || 0, 100)
          const wished = numberOf(url, 'status', 302, 308)
          const status = STATUSES.includes(wished) ? wished : 302
          redirect(response, left > 1 ? `/redirect/${left - 1}${url.search}` : '/plain', status)
        },
      },
      {
        path: '/redirect-loop',
        about: 'Redirects to itself by way of another address, for ever.',
        handle: ({ response, url }) =>
          redirect(response, `/redirect-loop?turn=${numberOf(url, 'turn', 0, 1e9) + 1}`),
      },
      {
        path: '/redirect-to',
        about: 'Redirects to <code>?url=</code>, with <code>?status=</code>.',
        example: '/redirect-to?url=/article',
        handle: ({ response, url }) => {
          const target = url.searchParams.get('url')
          if (!target) return sendJson(response, { error: 'url is missing' }, 400)
          redirect(
            response,
            target.replace(/[^\x21-\x7e]+/g, encodeURIComponent),
            numberOf(url, 'status', 302, 308),
          )
        },
      },
      {
        path: '/private-link',
        about: `Redirects into your own network; <code>?to=</code> ${Object.keys(PRIVATE_ADDRESSES).join(', ')}.`,
        example: '/private-link?to=metadata',
        handle: ({ response, url }) => {
          const to = url.searchParams.get('to') ?? 'metadata'
          redirect(response, PRIVATE_ADDRESSES[to] ?? PRIVATE_ADDRESSES.metadata!)
        },
      },
      {
        path: '/meta-refresh',
        about: 'A page that moves on by a meta tag.',
        handle: ({ response }) => {
          const html = layout(
            'This page has moved',
            '<p>We have moved to <a href="/plain">the plain page</a>.</p>',
          )
          const refresh = '<meta http-equiv="refresh" content="0; url=/plain">'
          send(response, 200, { 'content-type': 'text/html' }, html.replace('<style>', `${refresh}<style>`))
        },
      },
      {
        path: '/js-redirect',
        about: 'A page that moves on by a script.',
        handle: ({ response }) =>
          sendPage(response, {
            title: 'One moment',
            body: '<p>Taking you there.</p><script>window.location.replace("/plain")</script>',
          }),
      },
      {
        path: '/set-cookie-chain',
        about: 'Three redirects, each setting a cookie; then says which of them came back.',
        handle: ({ request, response, url }) => {
          const step = numberOf(url, 'step', 0, 3)
          if (step === 3) return sendJson(response, { cookies: request.headers.cookie ?? '' })
          response.setHeader('set-cookie', `step${step + 1}=done; Path=/`)
          redirect(response, `/set-cookie-chain?step=${step + 1}`)
        },
      },
    ],
  }
}
