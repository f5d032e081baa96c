import { html, type PersistentState, text } from './persistent-state.ts'

interface Buckets {
  storageBuckets: { open(name: string): Promise<unknown>; keys(): Promise<string[]> }
}
interface Topics {
  browsingTopics(): Promise<unknown>
}
interface Passwords {
  PasswordCredential: new (data: object) => Credential
}

/** What pages store on purpose. */
export const STORAGE: PersistentState[] = [
  {
    name: 'a cookie that a script set',
    leave: () => {
      // biome-ignore lint/suspicious/noDocumentCookie: the oldest way is the one to try
      document.cookie = 'a=1; max-age=3600'
    },
    look: () => document.cookie,
    kept: 'a=1',
    gone: '',
    context: 'wiped',
  },
  {
    name: 'a cookie that no script sees',
    leave: () => fetch('/set-cookie'),
    look: async () => (await fetch('/cookies')).text(),
    kept: 'h=1',
    gone: '',
    context: 'wiped',
    serve: {
      '/set-cookie': ({ response }) =>
        text(response, '', { 'set-cookie': 'h=1; HttpOnly; Secure; Max-Age=3600; Path=/' }),
      '/cookies': ({ response, request }) => text(response, request.headers.cookie ?? ''),
    },
  },
  {
    name: 'a partitioned cookie of another site in a frame',
    leave: () => undefined,
    look: () =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data), { once: true })
        const frame = document.createElement('iframe')
        const isFirst = location.pathname.startsWith('/leave')
        frame.src = `https://island.example:${location.port}/partitioned${isFirst ? '?set' : ''}`
        document.body.append(frame)
      }),
    kept: 'p=1',
    gone: '',
    context: 'wiped',
    serve: {
      '/partitioned': ({ response, url }) =>
        html(
          response,
          `<script>${url.search ? "document.cookie = 'p=1; Secure; Path=/; SameSite=None; Partitioned; Max-Age=999';" : ''}
          parent.postMessage(document.cookie, '*')</script>`,
        ),
    },
  },
  {
    name: 'localStorage',
    leave: () => localStorage.setItem('a', '1'),
    look: () => localStorage.getItem('a'),
    kept: '1',
    gone: null,
    context: 'wiped',
  },
  {
    name: 'localStorage of another site in a frame',
    look: () =>
      new Promise((resolve) => {
        addEventListener('message', ({ data }) => resolve(data), { once: true })
        const frame = document.createElement('iframe')
        const isFirst = location.pathname.startsWith('/leave')
        frame.src = `https://island.example:${location.port}/framed-storage${isFirst ? '?set' : ''}`
        document.body.append(frame)
      }),
    kept: '1',
    gone: null,
    context: 'wiped',
    serve: {
      '/framed-storage': ({ response, url }) =>
        html(
          response,
          `<script>${url.search ? "localStorage.setItem('a', '1');" : ''}parent.postMessage(localStorage.getItem('a'), '*')</script>`,
        ),
    },
  },
  {
    name: 'sessionStorage',
    leave: () => sessionStorage.setItem('a', '1'),
    look: () => sessionStorage.getItem('a'),
    kept: '1',
    gone: null,
    context: 'wiped',
  },
  {
    name: 'IndexedDB',
    leave: () =>
      new Promise((resolve) => {
        const asked = indexedDB.open('boats', 1)
        asked.onsuccess = () => {
          asked.result.close()
          resolve(null)
        }
      }),
    look: async () => (await indexedDB.databases()).map(({ name }) => name),
    kept: ['boats'],
    gone: [],
    context: 'wiped',
  },
  {
    name: 'the Cache API',
    leave: async () => (await caches.open('boats')).put('/boat', new Response('1')),
    look: () => caches.keys(),
    kept: ['boats'],
    gone: [],
    context: 'wiped',
  },
  {
    name: 'files of the origin (OPFS)',
    leave: async () => (await navigator.storage.getDirectory()).getFileHandle('boat', { create: true }),
    look: async () => {
      const names = []
      for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
      return names
    },
    kept: ['boat'],
    gone: [],
    context: 'wiped',
  },
  {
    name: 'storage buckets',
    leave: () => (navigator as never as Buckets).storageBuckets.open('boats'),
    look: () => (navigator as never as Buckets).storageBuckets.keys(),
    kept: ['boats'],
    gone: [],
    context: 'wiped',
  },
  {
    name: 'a service worker',
    leave: async () => {
      await navigator.serviceWorker.register('/worker.js')
      await navigator.serviceWorker.ready
    },
    look: async () => (await navigator.serviceWorker.getRegistrations()).length,
    kept: 1,
    gone: 0,
    context: 'closed',
    serve: {
      '/worker.js': ({ response }) =>
        text(response, 'addEventListener("fetch", () => {})', { 'content-type': 'text/javascript' }),
    },
  },
  {
    name: 'a shared worker',
    leave: () => undefined,
    look: async () => {
      const ask = () =>
        new Promise((resolve) => {
          const { port } = new SharedWorker('/shared.js')
          port.onmessage = ({ data }) => resolve(data)
        })
      return location.pathname.startsWith('/leave') ? [await ask(), await ask()] : [await ask()]
    },
    kept: [1, 2],
    gone: [1],
    context: 'closed',
    serve: {
      '/shared.js': ({ response }) =>
        text(response, 'let n = 0; onconnect = ({ ports }) => ports[0].postMessage(++n)', {
          'content-type': 'text/javascript',
        }),
    },
  },
  {
    name: 'shared storage, WebSQL and topics, which are not there',
    look: async () => [
      typeof (window as { sharedStorage?: unknown }).sharedStorage,
      typeof (window as { openDatabase?: unknown }).openDatabase,
      await (document as never as Topics).browsingTopics().catch((error: Error) => error.name),
    ],
    kept: ['undefined', 'undefined', 'NotSupportedError'],
    gone: ['undefined', 'undefined', 'NotSupportedError'],
    context: 'wiped',
  },
  {
    name: 'a stored password',
    leave: async () => {
      const data = { id: 'ann', password: 'secret', name: 'Ann' }
      await navigator.credentials.store(new (window as never as Passwords).PasswordCredential(data))
    },
    look: async () => {
      const asked = { password: true, mediation: 'silent' } as CredentialRequestOptions
      return (await navigator.credentials.get(asked))?.id ?? null
    },
    // A private context stores none, even within the visit.
    kept: null,
    gone: null,
    context: 'wiped',
  },
]
