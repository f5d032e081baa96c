import { tlsOf } from '../state-site.ts'
import { html, type PersistentState, text } from './persistent-state.ts'

/** What the network's side of a browser remembers. */
export const NETWORK: PersistentState[] = [
  {
    name: 'a permission to ask another origin (CORS preflight)',
    leave: () => fetch('/reset'),
    look: async () => {
      const there = `https://island.example:${location.port}/shared`
      await fetch(there, { headers: { 'x-boat': '1' } })
      await fetch(there, { headers: { 'x-boat': '1' } })
      return (await fetch('/count')).text()
    },
    kept: '1',
    gone: '2',
    context: 'wiped',
    serve: (() => {
      let count = 0
      return {
        '/shared': ({ request, response }) => {
          if (request.method === 'OPTIONS') count++
          const allowed = { 'access-control-allow-headers': 'x-boat', 'access-control-max-age': '600' }
          text(response, '', { 'access-control-allow-origin': '*', ...allowed })
        },
        '/count': ({ response }) => text(response, String(count)),
        '/reset': ({ response }) => {
          count = 0
          text(response, '')
        },
      } satisfies PersistentState['serve']
    })(),
  },
  {
    name: 'hints that a site asked for (Accept-CH)',
    entry: 'https://harbour.example:{port}/hinted',
    look: async () => (await (await fetch('/hints')).json()).includes('sec-ch-ua-full-version-list'),
    kept: true,
    gone: false,
    context: 'closed',
    serve: {
      '/hinted': ({ response, page }) => html(response, page, { 'accept-ch': 'Sec-CH-UA-Full-Version-List' }),
      '/hints': ({ request, response }) => text(response, JSON.stringify(Object.keys(request.headers))),
    },
  },
  {
    name: 'a promise to come by https (HSTS)',
    entry: 'https://upgraded.example:{port}/strict',
    secondEntry: 'http://upgraded.example:{port}/how',
    look: () => document.querySelector('b')?.textContent,
    kept: 'https',
    gone: 'http',
    context: 'closed',
    serve: {
      '/strict': ({ response, request }) => {
        const on = `<script>location = 'http://${request.headers.host}/how'</script>`
        html(response, on, { 'strict-transport-security': 'max-age=600' })
      },
      '/how': ({ response, request, page }) =>
        html(response, `<b>${'encrypted' in request.socket ? 'https' : 'http'}</b>${page}`),
    },
  },
  {
    // What contexts share after all (`isolation.ts`): connections and TLS sessions on which nobody logged in.
    name: 'a kept connection without a login, and who is at its other end',
    look: async () => {
      const numbers = [await (await fetch('/connection')).text(), await (await fetch('/connection')).text()]
      return [numbers[0] === numbers[1], (await (await fetch('/tls')).json()).certificate]
    },
    kept: [true, ''],
    gone: [true, ''],
    context: 'wiped',
    serve: {
      '/connection': ({ response, connection }) => text(response, String(connection)),
      '/tls': ({ request, response }) => text(response, JSON.stringify(tlsOf(request))),
    },
  },
  {
    name: 'reports about failures that a site asked for (NEL)',
    entry: 'https://harbour.example:{port}/reporting',
    leave: async () => {
      await fetch('/reset')
    },
    look: async () => {
      await fetch('/broken').catch(() => 0)
      for (let i = 0; i < 30; i++) {
        const count = await (await fetch('/count')).text()
        if (count !== '0') return count
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      return '0'
    },
    // Not sent from a private window.
    kept: '0',
    gone: '0',
    context: 'wiped',
    serve: (() => {
      let count = 0
      return {
        '/reporting': ({ response, page, request }) =>
          html(response, page, {
            nel: '{"report_to":"n","max_age":600,"success_fraction":1,"failure_fraction":1}',
            'report-to': `{"group":"n","max_age":600,"endpoints":[{"url":"https://${request.headers.host}/reports"}]}`,
          }),
        '/broken': ({ request }) => request.socket.destroy(),
        '/reports': ({ response }) => {
          count++
          text(response, '')
        },
        '/count': ({ response }) => text(response, String(count)),
        '/reset': ({ response }) => {
          count = 0
          text(response, '')
        },
      } satisfies PersistentState['serve']
    })(),
  },
  {
    name: 'a compression dictionary',
    leave: async () => {
      await (await fetch('/dictionary')).text()
      for (let i = 0; i < 40 && (await (await fetch('/with-dictionary?wait')).text()) === ''; i++)
        await new Promise((resolve) => setTimeout(resolve, 50))
    },
    look: async () => (await (await fetch(`/with-dictionary?${Math.random()}`)).text()) !== '',
    kept: true,
    gone: false,
    context: 'wiped',
    serve: {
      '/dictionary': ({ response }) =>
        text(response, 'rope tar canvas', {
          'use-as-dictionary': 'match="/with-dictionary*"',
          'cache-control': 'max-age=600',
        }),
      '/with-dictionary': ({ request, response }) =>
        text(response, String(request.headers['available-dictionary'] ?? '')),
    },
  },
]
