import { forever, type HostilePage, inWorkers } from './hostile-pages.ts'

const ANY_BUDGET = /may|larger/

/** Attacks that take long, or whose end depends on the machine: `npm run test:long` tries them. */
export const MORE_HOSTILE_PAGES: Record<string, HostilePage> = {
  'six canvases of 16,000 pixels and a screenshot': {
    html: "<script>for (let i = 0; i < 6; i++) { const c = document.createElement('canvas'); c.width = c.height = 16000; document.body.append(c); c.getContext('2d').fillRect(0, 0, 16000, 16000) }</script>",
    browser: { screenshot: true },
    ends: ANY_BUDGET,
  },
  'a page of 100,000 by 100,000 pixels and a screenshot': {
    html: '<div style="width:100000px;height:100000px;background:linear-gradient(45deg, red, blue)">x</div>',
    browser: { screenshot: true },
    ends: 'page',
  },
  'a page of 100,000 pages and a PDF': {
    html: `<script>document.body.insertAdjacentHTML('beforeend', '<p style="break-after:page">page</p>'.repeat(1e5))</script>`,
    browser: { pdf: true },
    ends: 'any',
  },
  'eight workers that take a gigabyte at once': {
    html: inWorkers(
      8,
      'const kept = []; for (let i = 0; i < 16; i++) kept.push(new Uint8Array(64 * 2 ** 20).fill(1)); setInterval(() => kept, 1000)',
    ),
    ends: ANY_BUDGET,
  },
  'a shared worker that takes memory': {
    html: "<script>new SharedWorker(URL.createObjectURL(new Blob(['const kept = []; setInterval(() => kept.push(new Uint8Array(64 * 2 ** 20).fill(1)), 10)'])))</script>",
    ends: 'any',
  },
  'three hundred workers': { html: inWorkers(300, 'setInterval(() => 1, 10)'), ends: 'any' },
  'a thousand frames': {
    html: '<script>for (let i = 0; i < 1000; i++) document.body.append(document.createElement("iframe"))</script>',
    ends: 'any',
  },
  'frames within frames without end': {
    html: '<script>if (parent === top || self === top) for (let i = 0; i < 20; i++) { const f = document.createElement("iframe"); f.src = location.href + "?" + i; document.body.append(f) }</script>',
    ends: 'any',
  },
  popups: { html: forever("window.open('about:blank')"), ends: 'any' },
  downloads: {
    html: forever(
      "const a = document.createElement('a'); a.href = URL.createObjectURL(new Blob([new Uint8Array(16 * 2 ** 20)])); a.download = 'x'; a.click()",
    ),
    ends: 'any',
  },
  'a thousand WebSockets': {
    html: '<script>for (let i = 0; i < 1000; i++) new WebSocket(location.href.replace("http", "ws"))</script>',
    ends: 'any',
  },
  IndexedDB: {
    html: "<script>const r = indexedDB.open('x', 1); r.onupgradeneeded = () => r.result.createObjectStore('s', { autoIncrement: true }); r.onsuccess = () => { const go = () => { const t = r.result.transaction('s', 'readwrite'); t.objectStore('s').add(new Uint8Array(32 * 2 ** 20).fill(1)); t.oncomplete = go }; go() }</script>",
    ends: 'any',
  },
  'the cache': {
    html: "<script>(async () => { const c = await caches.open('x'); for (let i = 0; ; i++) await c.put('/' + i, new Response(new Uint8Array(32 * 2 ** 20).fill(3))) })()</script>",
    ends: 'any',
  },
  'addresses of two megabytes': {
    html: forever("history.replaceState(0, '', '#' + Math.random() + 'x'.repeat(2e6))"),
    ends: 'any',
  },
  'a console that is flooded': { html: forever("console.log('\\u0001'.repeat(2 ** 24))"), ends: 'any' },
  'messages to itself': { html: forever('postMessage(new Uint8Array(2 ** 24))'), ends: 'any' },
  'navigation without end': {
    html: "<script>setTimeout(() => { location.href = location.pathname + '?' + Math.random() + 'x'.repeat(1e5) }, 20)</script>",
    ends: 'any',
  },
  'a document of 200,000 nodes': {
    html: "<script>document.body.insertAdjacentHTML('beforeend', '<div><b>x</b></div>'.repeat(1e5))</script>",
    ends: 'any',
  },
  'a request with a body of 300 MB': {
    html: "<script>fetch('/sink', { method: 'POST', body: new Blob([new Uint8Array(300 * 2 ** 20)]) })</script>",
    ends: 'any',
  },
}
