import { html, type PersistentState, text } from './persistent-state.ts'

/** What stays with a page, a tab or the whole browser. */
export const PAGES: PersistentState[] = [
  {
    name: "the window's name",
    leave: () => {
      window.name = 'ann'
    },
    look: () => window.name,
    kept: 'ann',
    gone: '',
    context: 'wiped',
  },
  {
    name: 'the history',
    leave: () => {
      history.pushState({ ann: 1 }, '')
      history.pushState({ ann: 2 }, '')
    },
    look: () => [history.length > 2, history.state],
    kept: [true, { ann: 2 }],
    gone: [false, null],
    context: 'wiped',
  },
  {
    name: 'the page that was left (referrer, opener)',
    entry: 'https://harbour.example:{port}/go',
    look: () => [document.referrer !== '', opener !== null],
    kept: [true, false],
    gone: [false, false],
    context: 'wiped',
    serve: { '/go': ({ response }) => html(response, `<script>location = '/leave'</script>`) },
  },
  {
    name: 'globals of scripts',
    leave: () => void Object.assign(globalThis, { ann: 1 }),
    look: () => (globalThis as { ann?: number }).ann ?? null,
    kept: 1,
    gone: null,
    context: 'wiped',
  },
  {
    name: 'timers and pages in the back/forward cache',
    leave: async () => {
      await fetch('/reset')
      setInterval(() => void fetch('/tick', { keepalive: true }), 50)
      for (const name of ['pagehide', 'freeze', 'unload'])
        addEventListener(name, () => setInterval(() => void fetch('/tick', { keepalive: true }), 50))
    },
    look: async () => {
      const count = async () => Number(await (await fetch('/count')).text())
      const before = await count()
      await new Promise((resolve) => setTimeout(resolve, 400))
      return (await count()) > before
    },
    kept: true,
    gone: false,
    context: 'wiped',
    serve: (() => {
      let count = 0
      return {
        '/tick': ({ response }) => {
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
    name: 'listeners on a BroadcastChannel',
    leave: () => {
      new BroadcastChannel('boats').onmessage = () => new BroadcastChannel('answers').postMessage('here')
    },
    look: () =>
      new Promise((resolve) => {
        new BroadcastChannel('answers').onmessage = ({ data }) => resolve(data)
        new BroadcastChannel('boats').postMessage('who?')
        setTimeout(() => resolve('nobody'), 300)
      }),
    kept: 'here',
    gone: 'nobody',
    context: 'wiped',
  },
  {
    name: 'Web Locks',
    leave: () =>
      new Promise((held) => {
        void navigator.locks.request('pier', () => {
          held(null)
          return new Promise(() => {})
        })
      }),
    look: async () => (await navigator.locks.query()).held?.map(({ name }) => name),
    kept: ['pier'],
    gone: [],
    context: 'wiped',
  },
  {
    name: 'fonts of a page',
    leave: () => {
      document.fonts.add(new FontFace('Harbour', 'local(Arial)'))
    },
    look: () => [...document.fonts].map(({ family }) => family),
    kept: ['Harbour'],
    gone: [],
    context: 'wiped',
  },
  {
    name: 'blob addresses',
    leave: () => localStorage.setItem('blob', URL.createObjectURL(new Blob(['ann']))),
    look: async () => {
      if (location.pathname === '/leave') {
        // An answer that nobody reads stays under way.
        await (await fetch(`/blob?${encodeURIComponent(localStorage.blob)}`)).text()
        return (await fetch(localStorage.blob)).text()
      }
      const address = await (await fetch('/blob')).text()
      return fetch(address).then(
        (answer) => answer.text(),
        () => 'gone',
      )
    },
    kept: 'ann',
    gone: 'gone',
    context: 'wiped',
    serve: (() => {
      let address = ''
      return {
        '/blob': ({ response, url }) => {
          if (url.search) address = decodeURIComponent(url.search.slice(1))
          text(response, address)
        },
      } satisfies PersistentState['serve']
    })(),
  },
]
