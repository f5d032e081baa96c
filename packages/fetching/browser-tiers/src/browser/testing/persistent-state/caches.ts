import { type PersistentState, text } from './persistent-state.ts'

/** `/counted` counts its requests, and `/count` returns how many there were. */
const counted = (type: string, body: string): PersistentState['serve'] => {
  let count = 0
  const headers = {
    'content-type': type,
    'cache-control': 'max-age=3600',
    'access-control-allow-origin': '*',
  }
  return {
    '/counted': ({ response }) => {
      count++
      text(response, body, headers)
    },
    '/count': ({ response }) => text(response, String(count)),
    '/reset': ({ response }) => {
      count = 0
      text(response, '')
    },
  }
}

/** What a browser fetched once and need not fetch again. */
export const CACHES: PersistentState[] = [
  ...(
    [
      ['script', 'text/javascript', 'var a = 1'],
      ['link', 'text/css', 'a { color: red }'],
      ['img', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ] as const
  ).map(
    ([tag, type, body]): PersistentState => ({
      name: `a cached ${tag}`,
      leave:
        tag === 'script'
          ? () => fetch('/reset')
          : tag === 'link'
            ? () => fetch('/reset')
            : () => fetch('/reset'),
      look: (
        {
          script: async () => {
            const load = () =>
              new Promise((resolve) => {
                const element = document.createElement('script')
                element.onload = element.onerror = resolve
                element.src = '/counted'
                document.body.append(element)
              })
            await load()
            await load()
            return (await fetch('/count')).text()
          },
          link: async () => {
            const load = () =>
              new Promise((resolve) => {
                const element = document.createElement('link')
                element.onload = element.onerror = resolve
                element.rel = 'stylesheet'
                element.href = '/counted'
                document.body.append(element)
              })
            await load()
            await load()
            return (await fetch('/count')).text()
          },
          img: async () => {
            const load = () =>
              new Promise((resolve) => {
                const element = document.createElement('img')
                element.onload = element.onerror = resolve
                element.src = '/counted'
                document.body.append(element)
              })
            await load()
            await load()
            return (await fetch('/count')).text()
          },
        } as const
      )[tag],
      // Requested twice in a visit and sent once: cached. The next visitor requests it again.
      kept: '1',
      gone: '2',
      context: 'wiped',
      serve: counted(type, body),
    }),
  ),
  {
    name: 'a cached answer to fetch',
    leave: () => fetch('/reset'),
    look: async () => {
      await (await fetch('/counted')).text()
      await (await fetch('/counted')).text()
      return (await fetch('/count')).text()
    },
    kept: '1',
    gone: '2',
    context: 'wiped',
    serve: counted('text/plain', 'a'),
  },
  {
    name: 'a cached document',
    leave: () => fetch('/reset'),
    look: async () => {
      const load = () =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.onload = resolve
          frame.src = '/counted'
          document.body.append(frame)
        })
      await load()
      await load()
      return (await fetch('/count')).text()
    },
    kept: '1',
    gone: '2',
    context: 'wiped',
    serve: counted('text/html', 'a'),
  },
  {
    name: 'a prefetched document (link)',
    leave: async () => {
      await fetch('/reset')
      const element = document.createElement('link')
      const loaded = new Promise((resolve) => {
        element.onload = element.onerror = resolve
      })
      element.rel = 'prefetch'
      element.href = '/counted'
      document.head.append(element)
      await loaded
    },
    look: async () => {
      await (await fetch('/counted')).text()
      return (await fetch('/count')).text()
    },
    kept: '1',
    gone: '2',
    context: 'wiped',
    serve: counted('text/html', 'a'),
  },
  {
    name: 'a prefetch by speculation rules',
    leave: async () => {
      await fetch('/reset')
      const element = document.createElement('script')
      element.type = 'speculationrules'
      element.textContent = JSON.stringify({ prefetch: [{ urls: ['/counted'], eagerness: 'immediate' }] })
      document.head.append(element)
      for (let i = 0; i < 40 && (await (await fetch('/count')).text()) === '0'; i++)
        await new Promise((resolve) => setTimeout(resolve, 50))
    },
    look: async () => {
      if (location.pathname.startsWith('/look')) {
        const frame = document.createElement('iframe')
        const loaded = new Promise((resolve) => {
          frame.onload = resolve
        })
        frame.src = '/counted'
        document.body.append(frame)
        await loaded
      }
      return (await fetch('/count')).text()
    },
    // Chromium does neither in a private window.
    kept: '0',
    gone: '1',
    context: 'wiped',
    serve: counted('text/html', 'a'),
  },
  {
    name: 'a prerendered page',
    leave: async () => {
      await fetch('/reset')
      const element = document.createElement('script')
      element.type = 'speculationrules'
      element.textContent = JSON.stringify({ prerender: [{ urls: ['/counted'], eagerness: 'immediate' }] })
      document.head.append(element)
      for (let i = 0; i < 40 && (await (await fetch('/count')).text()) === '0'; i++)
        await new Promise((resolve) => setTimeout(resolve, 50))
    },
    look: async () => {
      if (location.pathname.startsWith('/look')) {
        const frame = document.createElement('iframe')
        const loaded = new Promise((resolve) => {
          frame.onload = resolve
        })
        frame.src = '/counted'
        document.body.append(frame)
        await loaded
      }
      return (await fetch('/count')).text()
    },
    // Chromium does neither in a private window.
    kept: '0',
    gone: '1',
    context: 'wiped',
    serve: counted('text/html', 'a'),
  },
]
