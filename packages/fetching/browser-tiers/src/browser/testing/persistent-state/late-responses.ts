import { type PersistentState, text } from './persistent-state.ts'

interface Later {
  fetchLater(path: string, options: object): void
}

/** Responses that arrive after their page was left. */
export const LATE_RESPONSES: PersistentState[] = [
  {
    name: 'a response that comes after its page was left',
    leave: () => void fetch('/late', { keepalive: true }),
    look: async () => {
      if (location.pathname === '/leave') return 'any'
      const until = Date.now() + 2_500
      while (Date.now() < until) {
        if ((await (await fetch('/cookies')).text()) !== '') return 'late'
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return 'none'
    },
    kept: 'any',
    gone: 'none',
    context: 'closed',
    serve: {
      '/late': ({ response }) =>
        void setTimeout(() => text(response, '', { 'set-cookie': 'late=1; Secure; Path=/' }), 1000),
      '/cookies': ({ response, request }) => text(response, request.headers.cookie ?? ''),
    },
  },
  {
    name: 'a response to what a page sent as it was left',
    leave: () => addEventListener('pagehide', () => navigator.sendBeacon('/late')),
    look: async () => {
      if (location.pathname === '/leave') return 'any'
      const until = Date.now() + 2_500
      while (Date.now() < until) {
        if ((await (await fetch('/cookies')).text()) !== '') return 'late'
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return 'none'
    },
    kept: 'any',
    gone: 'none',
    context: 'wiped',
    serve: {
      '/late': ({ response }) =>
        void setTimeout(() => text(response, '', { 'set-cookie': 'late=1; Secure; Path=/' }), 1000),
      '/cookies': ({ response, request }) => text(response, request.headers.cookie ?? ''),
    },
  },
  {
    name: 'a response to what a page put off until it was left',
    leave: () => (window as never as Later).fetchLater('/late', { credentials: 'include' }),
    look: async () => {
      if (location.pathname === '/leave') return 'any'
      const until = Date.now() + 2_500
      while (Date.now() < until) {
        if ((await (await fetch('/cookies')).text()) !== '') return 'late'
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return 'none'
    },
    kept: 'any',
    gone: 'none',
    context: 'closed',
    serve: {
      '/late': ({ response }) =>
        void setTimeout(() => text(response, '', { 'set-cookie': 'late=1; Secure; Path=/' }), 1000),
      '/cookies': ({ response, request }) => text(response, request.headers.cookie ?? ''),
    },
  },
  {
    name: 'a response to what a page fetched as it was left',
    leave: () => addEventListener('pagehide', () => void fetch('/late', { keepalive: true })),
    look: async () => {
      if (location.pathname === '/leave') return 'any'
      const until = Date.now() + 2_500
      while (Date.now() < until) {
        if ((await (await fetch('/cookies')).text()) !== '') return 'late'
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      return 'none'
    },
    kept: 'any',
    gone: 'none',
    context: 'wiped',
    serve: {
      '/late': ({ response }) =>
        void setTimeout(() => text(response, '', { 'set-cookie': 'late=1; Secure; Path=/' }), 1000),
      '/cookies': ({ response, request }) => text(response, request.headers.cookie ?? ''),
    },
  },
]
