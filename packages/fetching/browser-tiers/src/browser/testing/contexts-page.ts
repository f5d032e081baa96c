/** What a script can read of its browser, in whatever kind of context it runs. It must stand alone. */
async function selfPortrait() {
  const { userAgent, appVersion, platform, language, languages, hardwareConcurrency } = navigator
  const { deviceMemory, userAgentData: hints } = navigator as unknown as {
    deviceMemory?: number
    userAgentData?: { getHighEntropyValues(names: string[]): Promise<object> }
  }
  const intl = Intl.DateTimeFormat().resolvedOptions()
  return {
    userAgent,
    appVersion,
    platform,
    language,
    languages: [...languages],
    hardwareConcurrency,
    deviceMemory,
    hints: await hints?.getHighEntropyValues([
      'architecture',
      'bitness',
      'fullVersionList',
      'model',
      'platformVersion',
      'uaFullVersion',
      'wow64',
      'formFactors',
    ]),
    timeZone: intl.timeZone,
    hour: new Date(0).getHours(),
    locale: intl.locale,
    number: (1234.5).toLocaleString(),
    functions: [ownGetter('platform'), ownGetter('userAgent'), Function.prototype.toString].map(natureOf),
    order: Object.keys(Object.getPrototypeOf(navigator)).filter((name) =>
      /^(userAgent|app|plat|lang)/.test(name),
    ),
    webgl: graphics('webgl'),
    webgl2: graphics('webgl2'),
  }

  function ownGetter(name: string) {
    return Object.getOwnPropertyDescriptor(Object.getPrototypeOf(navigator), name)!.get!
  }

  /** What shows whether a function is the browser's own: its descriptors, keys, source and errors. */
  function natureOf(run: () => unknown) {
    const misuses = [
      () => run.call({}),
      () => Reflect.apply(run, undefined, []),
      () => new (run as unknown as new () => object)(),
      () => Object.create(run).toString(),
      () => Object.setPrototypeOf(run, Object.create(run)),
      () => (run as unknown as { arguments: unknown }).arguments,
      () => (run as unknown as { caller: unknown }).caller,
      () => ({}) instanceof (run as never),
    ]
    return {
      properties: Object.getOwnPropertyDescriptors(run),
      keys: Reflect.ownKeys(run),
      source: Function.prototype.toString.call(run),
      errors: misuses.map(errorOf),
    }
  }

  /** The error of a misuse with as much of its stack as lies outside of this script. */
  function errorOf(misuse: () => unknown): string {
    try {
      return `no error: ${typeof misuse()}`
    } catch (error) {
      const [message, ...frames] = String((error as Error).stack).split('\n')
      const own = frames.findIndex((frame) => frame.includes('selfPortrait') || /\d+:\d+\)?$/.test(frame))
      return [message, ...frames.slice(0, own)].join(' < ')
    }
  }

  function graphics(kind: 'webgl' | 'webgl2') {
    const context = new OffscreenCanvas(1, 1).getContext(kind) as WebGLRenderingContext | null
    const names = context?.getExtension('WEBGL_debug_renderer_info')
    if (!context || !names) return null
    return {
      vendor: context.getParameter(names.UNMASKED_VENDOR_WEBGL),
      renderer: context.getParameter(names.UNMASKED_RENDERER_WEBGL),
      masked: context.getParameter(context.RENDERER),
      maxTexture: context.getParameter(context.MAX_TEXTURE_SIZE),
      extensions: context.getSupportedExtensions()?.length,
    }
  }
}

const SELF_PORTRAIT = `${selfPortrait}; const portrait = selfPortrait()`
const WORKER = `${SELF_PORTRAIT}; portrait.then((one) => postMessage(one))`

/** The script of a dedicated worker (`/worker.js`), a shared one and a service worker. */
export const CONTEXT_SCRIPTS = {
  '/worker.js': WORKER,
  '/nesting.js': `new Worker('/worker.js').onmessage = ({ data }) => postMessage(data)`,
  '/shared.js': `${SELF_PORTRAIT}; onconnect = ({ ports: [port] }) => portrait.then((one) => port.postMessage(one))`,
  '/service.js': `${SELF_PORTRAIT}; onmessage = ({ source }) => portrait.then((one) => source.postMessage(one))`,
}

const FRAME = `<!doctype html><script>${SELF_PORTRAIT}; portrait.then((one) => parent.postMessage(one, '*'))</script>`
export const CONTEXT_FRAME = FRAME

/** A page that asks each kind of context for its self-portrait, and writes them all into `#found`. */
export function contextsPage(otherOrigin: string): string {
  return `<!doctype html><html><head><title>Contexts</title><script>${SELF_PORTRAIT}</script></head><body>
<p>${'A page that asks all its parts who they are. '.repeat(10)}</p><pre id="asking"></pre>
<script type="module">
const portraits = { page: await portrait }
const inTime = (promise) => Promise.race([promise, new Promise((resolve) => setTimeout(resolve, 5000, 'silent'))])
const from = (port) => inTime(new Promise((resolve) => { port.onmessage = ({ data }) => resolve(data) }))
const blob = (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
const fromFrame = (set) => {
  const frame = document.createElement('iframe')
  const told = inTime(new Promise((resolve) => addEventListener('message', function hear({ source, data }) {
    if (source !== frame.contentWindow) return
    removeEventListener('message', hear)
    resolve(data)
  })))
  set(frame)
  document.body.append(frame)
  return told
}
const empty = () => {
  const frame = document.createElement('iframe')
  document.body.append(frame)
  return frame.contentWindow.eval('(' + selfPortrait + ')()')
}
const fromService = async () => {
  const { installing, waiting, active } = await navigator.serviceWorker.register('/service.js')
  const told = from(navigator.serviceWorker)
  navigator.serviceWorker.startMessages()
  ;(installing ?? waiting ?? active).postMessage('')
  return told
}
const asked = {
  'about:blank frame': empty(),
  'srcdoc frame': fromFrame((frame) => { frame.srcdoc = ${JSON.stringify(FRAME).replaceAll('</', '<\\/')} }),
  'frame of this origin': fromFrame((frame) => { frame.src = '/frame' }),
  'frame of another origin': fromFrame((frame) => { frame.src = '${otherOrigin}/frame' }),
  worker: from(new Worker('/worker.js')),
  'worker of a blob': from(new Worker(blob(${JSON.stringify(WORKER).replaceAll('</', '<\\/')}))),
  'module worker': from(new Worker('/worker.js', { type: 'module' })),
  'worker of a worker': from(new Worker('/nesting.js')),
  'shared worker': from(new SharedWorker('/shared.js').port),
  'service worker': fromService(),
}
for (const [name, told] of Object.entries(asked)) portraits[name] = await told
asking.textContent = JSON.stringify(portraits)
asking.id = 'found'
</script></body></html>`
}
