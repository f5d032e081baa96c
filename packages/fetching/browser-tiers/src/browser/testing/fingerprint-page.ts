/**
 * A page that looks at its visitor as detection scripts do: the checks of fpscanner and of the sannysoft page, written
 * anew, and those that reveal a browser with a debugger or an emulated part. It writes what it found into `#found`.
 */
export const FINGERPRINT_PAGE = `<!doctype html><html><head><title>Look</title></head><body>
<p>${'A page that looks at its visitor. '.repeat(10)}</p><pre id="looking"></pre>
<script type="module">
import { load } from '/botd.js'
import Scanner from '/fpscanner.js'
const bot = await load()
const verdict = bot.detect()
const print = await new Scanner().collectFingerprint({ encrypt: false })
const scanner = Object.fromEntries(Object.entries(print.fastBotDetectionDetails).map(([name, one]) => [name, one.detected]))
const detections = Object.fromEntries(Object.entries(bot.getDetections()).map(([name, one]) => [name, one.bot]))

const graphics = (kind, canvas = document.createElement('canvas')) => {
  const context = canvas.getContext(kind)
  const names = context.getExtension('WEBGL_debug_renderer_info')
  return context.getParameter(names.UNMASKED_VENDOR_WEBGL) + ' ' + context.getParameter(names.UNMASKED_RENDERER_WEBGL)
}
const frame = (set) => {
  const element = document.createElement('iframe')
  set(element)
  document.body.append(element)
  const { navigator, outerWidth, chrome, screen } = element.contentWindow
  const seen = { webdriver: navigator.webdriver, userAgent: navigator.userAgent, languages: [...navigator.languages], platform: navigator.platform, plugins: navigator.plugins.length, outerWidth, chrome: typeof chrome, screen: screen.width }
  element.remove()
  return seen
}
const own = () => ({ webdriver: navigator.webdriver, userAgent: navigator.userAgent, languages: [...navigator.languages], platform: navigator.platform, plugins: navigator.plugins.length, outerWidth, chrome: typeof chrome, screen: screen.width })
const fromWorker = (worker) => new Promise((resolve, reject) => {
  const port = worker.port ?? worker
  port.onmessage = ({ data }) => resolve(data)
  setTimeout(() => reject(new Error('the worker is silent')), 5000)
})
const REPORT = '({ userAgent: navigator.userAgent, languages: [...navigator.languages], platform: navigator.platform, brands: navigator.userAgentData?.brands, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone })'
const blob = (code) => URL.createObjectURL(new Blob([code], { type: 'text/javascript' }))
const notNative = () => {
  const suspects = [['toString', Function.prototype.toString], ['query', Permissions.prototype.query], ['getParameter', WebGLRenderingContext.prototype.getParameter], ['canPlayType', HTMLMediaElement.prototype.canPlayType]]
  for (const name of Object.getOwnPropertyNames(Navigator.prototype)) suspects.push([name, Object.getOwnPropertyDescriptor(Navigator.prototype, name).get])
  for (const name of ['outerWidth', 'outerHeight']) suspects.push([name, Object.getOwnPropertyDescriptor(window, name).get])
  return suspects.filter(([, run]) => run && !/^function [\\w ]*\\(\\) \\{ \\[native code\\] \\}$/.test(Function.prototype.toString.call(run))).map(([name]) => name)
}
/** A console that somebody listens to reads the name of an error twice. */
const consoleLooks = () => {
  let looks = 0
  const error = new Error('x')
  Object.defineProperty(error, 'name', { get() { looks += 1; return 'Error' } })
  console.log(error)
  return looks
}
const scroller = document.createElement('div')
scroller.style.cssText = 'width:100px;height:100px;overflow:scroll'
document.body.append(scroller)

const found = {
  verdict, detections, scanner,
  own: own(),
  ownOfNavigator: Object.getOwnPropertyNames(navigator),
  leaks: [...Object.getOwnPropertyNames(window), ...Object.getOwnPropertyNames(document)].filter((name) => /cdc_|webdriver|selenium|puppeteer|playwright|phantom|domAutomation|__pw/i.test(name)),
  frames: [frame((element) => { element.srcdoc = 'x' }), frame(() => {})],
  plugins: [navigator.plugins instanceof PluginArray, navigator.plugins[0] instanceof Plugin, navigator.mimeTypes.length, navigator.pdfViewerEnabled],
  permission: [Notification.permission, (await navigator.permissions.query({ name: 'notifications' })).state],
  graphics: [graphics('webgl'), graphics('webgl2')],
  chrome: Object.keys(chrome),
  sizes: { screen: [screen.width, screen.height], available: [screen.availWidth, screen.availHeight], outer: [outerWidth, outerHeight], inner: [innerWidth, innerHeight] },
  touch: [navigator.maxTouchPoints, screen.orientation.type],
  media: ['(pointer: fine)', '(hover: hover)', '(pointer: coarse)'].filter((query) => matchMedia(query).matches),
  scrollbar: scroller.offsetWidth - scroller.clientWidth,
  seen: [document.visibilityState, document.hasFocus()],
  brands: navigator.userAgentData.brands,
  full: (await navigator.userAgentData.getHighEntropyValues(['fullVersionList', 'platform'])),
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  codecs: document.createElement('video').canPlayType('video/mp4; codecs="avc1.42E01E"'),
  notNative: notNative(),
  consoleLooks: consoleLooks(),
  workerGraphics: await fromWorker(new Worker(blob('const graphics = ' + graphics + '; postMessage(graphics("webgl", new OffscreenCanvas(1, 1)))'))),
  worker: await fromWorker(new Worker(blob('postMessage(' + REPORT + ')'))),
  shared: await fromWorker(new SharedWorker(blob('onconnect = ({ ports: [port] }) => port.postMessage(' + REPORT + ')'))),
  frameMs: await new Promise((resolve) => { const from = performance.now(); requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - from))) }),
}
looking.textContent = JSON.stringify(found)
looking.id = 'found'
</script></body></html>`
