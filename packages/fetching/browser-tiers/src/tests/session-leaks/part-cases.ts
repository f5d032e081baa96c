/** What the session's own page asks of another host (`OUT`), or of itself where it is redirected there (`VIA`). */
export interface PartCase {
  title: string
  html: string
  /** Browsers may decide not to ask. */
  optional?: boolean
  /** A kind that tier 3.5 does not load. */
  heavy?: boolean
}

const script = (code: string) => `<script>{${code}}</script>`

export const PARTS: PartCase[] = [
  { title: 'a picture', html: '<img src="OUT">', heavy: true },
  { title: 'a picture of a set', html: '<img srcset="OUT 1x">', heavy: true },
  { title: 'a script', html: '<script async src="OUT"></script>' },
  { title: 'a module', html: '<script type="module" crossorigin="use-credentials" src="OUT"></script>' },
  { title: 'a stylesheet', html: '<link rel="stylesheet" href="OUT">', heavy: true },
  { title: 'an imported stylesheet', html: '<style>@import url("OUT");</style>', heavy: true },
  { title: 'a background', html: '<p style="background:url(OUT)">.</p>', heavy: true },
  {
    title: 'a font',
    html: '<style>@font-face{font-family:f;src:url(OUT)}</style><p style="font-family:f">.</p>',
    heavy: true,
  },
  { title: 'a video', html: '<video src="OUT" preload="auto"></video>', heavy: true },
  { title: 'an object', html: '<object data="OUT" type="text/html"></object>' },
  { title: 'a frame', html: '<iframe src="OUT"></iframe>' },
  { title: 'a frame in a frame', html: `<iframe srcdoc='<iframe src="OUT"></iframe>'></iframe>` },
  { title: 'a frame of its own with one', html: '<iframe src="FRAME"></iframe>' },
  {
    title: 'a fetch with credentials',
    html: script('fetch("OUT", { credentials: "include" }).catch(() => {})'),
  },
  {
    title: 'a fetch without CORS',
    html: script('fetch("OUT", { mode: "no-cors", credentials: "include" }).catch(() => {})'),
  },
  {
    title: 'a fetch with a preflight',
    html: script('fetch("OUT", { credentials: "include", headers: { "x-own": "1" } }).catch(() => {})'),
  },
  {
    title: 'a fetch that outlives the page',
    html: script('fetch("OUT", { keepalive: true, credentials: "include" }).catch(() => {})'),
  },
  {
    title: 'an XHR with credentials',
    html: script('const x = new XMLHttpRequest(); x.open("GET", "OUT"); x.withCredentials = true; x.send()'),
  },
  {
    title: 'a stream of events',
    html: script('new EventSource("OUT", { withCredentials: true }).onerror = (e) => e.target.close()'),
  },
  { title: 'a beacon', html: script('navigator.sendBeacon("OUT", "x")') },
  { title: 'a WebSocket', html: script('new WebSocket("OUT".replace("https", "wss"))') },
  {
    title: 'a form posted into a frame',
    html: '<iframe name="into"></iframe><form id="form" method="post" target="into" action="OUT"></form><script>form.submit()</script>',
  },
  {
    title: 'a worker',
    html: script(
      `new Worker(URL.createObjectURL(new Blob(['fetch("OUT", { credentials: "include" }).catch(() => {})'])))`,
    ),
  },
  {
    title: 'a script of a worker',
    html: script(`new Worker(URL.createObjectURL(new Blob(['importScripts("OUT")'])))`),
  },
  { title: 'a shared worker', html: script(`new SharedWorker('/worker.js?OUT')`) },
  { title: 'a service worker', html: script(`navigator.serviceWorker.register('/service-worker.js?OUT')`) },
  { title: 'a preload', html: '<link rel="preload" as="fetch" crossorigin="use-credentials" href="OUT">' },
  { title: 'a prefetch', html: '<link rel="prefetch" href="OUT">', optional: true },
  {
    title: 'a speculation',
    html: '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["OUT"]}]}</script>',
    optional: true,
  },
  {
    title: 'a prerendered page',
    html: '<script type="speculationrules">{"prerender":[{"source":"list","urls":["OUT"]}]}</script>',
    optional: true,
  },
  { title: 'a window', html: script('window.open("OUT")'), optional: true },
  { title: 'an icon', html: '<link rel="icon" href="OUT">', optional: true },
  { title: 'a redirected picture', html: '<img src="VIA">', heavy: true },
  { title: 'a redirected script', html: '<script async src="VIA"></script>' },
  { title: 'a redirected frame', html: '<iframe src="VIA"></iframe>' },
  { title: 'a redirected fetch', html: script('fetch("VIA", { credentials: "include" }).catch(() => {})') },
  {
    title: 'a redirected fetch without CORS',
    html: script('fetch("VIA", { mode: "no-cors", credentials: "include" }).catch(() => {})'),
  },
  {
    title: 'a redirected XHR',
    html: script('const x = new XMLHttpRequest(); x.open("GET", "VIA"); x.withCredentials = true; x.send()'),
  },
  { title: 'a redirected beacon', html: script('navigator.sendBeacon("VIA", "x")') },
  {
    title: 'a redirected worker’s fetch',
    html: script(
      `new Worker(URL.createObjectURL(new Blob(['fetch("' + location.origin + 'VIA", { credentials: "include" }).catch(() => {})'])))`,
    ),
  },
  {
    title: 'a redirected form',
    html: '<iframe name="via"></iframe><form id="redirected" method="post" target="via" action="VIA"></form><script>redirected.submit()</script>',
  },
]

/** What another site's page, which the target redirected to, asks of the session's host (`HOME`). */
export const STRANGERS: PartCase[] = [
  { title: 'a frame', html: '<iframe src="HOME"></iframe>' },
  { title: 'a frame in a frame', html: `<iframe srcdoc='<iframe src="HOME"></iframe>'></iframe>` },
  {
    title: 'a form posted into a frame',
    html: '<iframe name="into"></iframe><form id="form" method="post" target="into" action="HOME"></form><script>form.submit()</script>',
  },
  {
    title: 'a fetch with credentials',
    html: script('fetch("HOME", { credentials: "include" }).catch(() => {})'),
  },
  {
    title: 'a fetch without CORS',
    html: script('fetch("HOME", { mode: "no-cors", credentials: "include" }).catch(() => {})'),
  },
  {
    title: 'an XHR with credentials',
    html: script('const x = new XMLHttpRequest(); x.open("GET", "HOME"); x.withCredentials = true; x.send()'),
  },
  { title: 'a script', html: '<script async src="HOME"></script>' },
  { title: 'a picture', html: '<img src="HOME">', heavy: true },
  { title: 'a beacon', html: script('navigator.sendBeacon("HOME", "x")') },
  { title: 'a WebSocket', html: script('new WebSocket("HOME".replace("https", "wss"))') },
  {
    title: 'a worker',
    html: script(
      `new Worker(URL.createObjectURL(new Blob(['fetch("HOME", { credentials: "include" }).catch(() => {})'])))`,
    ),
  },
  { title: 'a redirected fetch', html: script('fetch("BACK", { credentials: "include" }).catch(() => {})') },
  { title: 'a redirected frame', html: '<iframe src="BACK"></iframe>' },
]
