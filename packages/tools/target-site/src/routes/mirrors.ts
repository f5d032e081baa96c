import { STATUS_CODES } from 'node:http'
import { headersInOrder } from '../received-request.ts'
import { send, sendJson, sendPage } from '../respond.ts'
import { cookiesOf, type RouteGroup } from '../route.ts'

/** Routes that show what they received, or respond as their URL says. */
export function mirrorRoutes(): RouteGroup {
  return {
    title: 'Mirrors',
    routes: [
      {
        path: '/headers',
        about: 'The headers you sent, as JSON, in the order they arrived.',
        handle: ({ request, response }) =>
          sendJson(response, { http_version: request.httpVersion, headers: headersInOrder(request) }),
      },
      {
        path: '/echo',
        about: 'Method, headers and body of any request, as JSON.',
        handle: ({ request, response, url, body }) =>
          sendJson(response, {
            method: request.method,
            path: `${url.pathname}${url.search}`,
            headers: request.headers,
            body: body.toString(),
          }),
      },
      {
        path: '/cookies',
        about: 'The cookies you sent, as JSON.',
        handle: ({ request, response }) => sendJson(response, Object.fromEntries(cookiesOf(request))),
      },
      {
        path: '/ws',
        about: 'A WebSocket that sends every message back.',
        handle: ({ response }) =>
          sendPage(response, {
            status: 426,
            title: 'Speak WebSocket, please',
            headers: { upgrade: 'websocket' },
            body: '<p>This address answers to WebSocket clients only, and repeats what they say.</p>',
          }),
      },
      {
        path: '/status/*',
        about: 'Answers with the status in the address.',
        example: '/status/503',
        handle: ({ response, rest }) => {
          const status = Number(rest)
          if (!(status >= 200 && status <= 599)) return sendJson(response, { error: 'no such status' }, 400)
          if (status === 204 || status === 304) return send(response, status, {}, '')
          const name = STATUS_CODES[status] ?? 'Unnamed'
          sendPage(response, {
            status,
            title: `${status} ${name}`,
            body: `<p>The harbour office answers every question on this page with ${status}, ${name}.</p>`,
          })
        },
      },
    ],
  }
}
