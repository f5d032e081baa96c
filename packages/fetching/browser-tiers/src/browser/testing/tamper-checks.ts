/**
 * Runs in a page: lists what scripts replaced of the browser's own functions and properties, by the signs that
 * detection scripts (CreepJS, fpscanner) go by. Empty in a browser that nobody touched. It must stand alone.
 */
export async function tamperChecks(): Promise<string[]> {
  const found: string[] = []
  const frame = document.createElement('iframe')
  document.body.append(frame)
  const fresh = frame.contentWindow as unknown as typeof globalThis & Window

  for (const [name, run] of functions()) for (const sign of signsOf(run)) found.push(`${name}: ${sign}`)
  for (const [name, has] of Object.entries(objects())) if (has) found.push(name)
  found.push(...valuesElsewhere(), ...(await valuesInWorker()))
  frame.remove()
  return found

  /** Functions and getters that evasions replace. */
  function functions(): [string, unknown][] {
    const getters = Object.entries(Object.getOwnPropertyDescriptors(Navigator.prototype)).map(
      ([name, { get }]): [string, unknown] => [`navigator.${name}`, get],
    )
    const chrome = (window as unknown as { chrome?: Record<string, unknown> }).chrome ?? {}
    const ofChrome = Object.entries(chrome).flatMap(([name, value]): [string, unknown][] =>
      typeof value === 'function'
        ? [[`chrome.${name}`, value]]
        : Object.entries(value ?? {}).map(([part, inner]): [string, unknown] => [
            `chrome.${name}.${part}`,
            inner,
          ]),
    )
    return [
      ...getters,
      ...ofChrome,
      ['Function.toString', Function.prototype.toString],
      ['permissions.query', Permissions.prototype.query],
      ['webgl.getParameter', WebGLRenderingContext.prototype.getParameter],
      ['webgl2.getParameter', WebGL2RenderingContext.prototype.getParameter],
      ['media.canPlayType', HTMLMediaElement.prototype.canPlayType],
      ['document.createElement', document.createElement],
      [
        'iframe.contentWindow',
        Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow')?.get,
      ],
      ['Notification.permission', Object.getOwnPropertyDescriptor(Notification, 'permission')?.get],
      ['outerWidth', Object.getOwnPropertyDescriptor(window, 'outerWidth')?.get],
      ['outerHeight', Object.getOwnPropertyDescriptor(window, 'outerHeight')?.get],
    ].filter(([, run]) => typeof run === 'function') as [string, unknown][]
  }

  function signsOf(given: unknown): string[] {
    const run = given as () => unknown
    const native = /^function [\w ]*\(\) \{ \[native code\] \}$/
    const signs = {
      'toString is not native': !native.test(Function.prototype.toString.call(run)),
      'toString of another frame is not native': !native.test(fresh.Function.prototype.toString.call(run)),
      'has a prototype': Object.hasOwn(run, 'prototype'),
      'has other keys': Reflect.ownKeys(run).sort().join() !== 'length,name',
      'fails unlike a native one': errorsOf(run) !== errorsOf(Array.prototype.push as never),
    }
    return Object.entries(signs).flatMap(([sign, has]) => (has ? [sign] : []))
  }

  /** What misuse of a function throws: a proxy adds lines to the stack, or says who it is. */
  function errorsOf(run: () => unknown): string {
    const misuses = [
      () => Object.create(run as never).toString(),
      () => (run as unknown) instanceof (run as never),
      () => `${Object.setPrototypeOf(run, Object.create(run as never))}`,
      () => (run as unknown as { arguments: unknown }).arguments,
      () => class extends (run as unknown as new () => object) {},
      () => Reflect.construct(Object, [], run as never),
    ]
    const lines = misuses.map((misuse) => {
      const before = Object.getPrototypeOf(run)
      try {
        misuse()
        return 'nothing'
      } catch (error) {
        const frames = String((error as Error).stack)
          .split('\n    at ')
          .slice(0, 3)
        return frames
          .map((line) => line.replace(/ ?\(?(blob|https?):.*$/s, '').replace(/'.*'|function .*\}/s, 'x'))
          .join(' < ')
      } finally {
        if (Object.getPrototypeOf(run) !== before) Object.setPrototypeOf(run, before)
      }
    })
    return lines.join('; ')
  }

  /** What stands where it does not in a browser that nobody touched. */
  function objects(): Record<string, boolean> {
    const keysOf = (of: typeof globalThis) => Object.keys(of.Navigator.prototype).join()
    const own = window as unknown as Window & typeof globalThis & { chrome?: object }
    const other = fresh as unknown as Window & { chrome?: object }
    return {
      'navigator: own properties': Object.getOwnPropertyNames(navigator).length > 0,
      'navigator: order of keys': keysOf(own) !== keysOf(fresh),
      'document: own createElement': Object.hasOwn(document, 'createElement'),
      'iframe: own properties': Object.getOwnPropertyNames(document.createElement('iframe')).length > 0,
      'chrome: other keys than in a frame':
        Object.keys(own.chrome ?? {}).join() !== Object.keys(other.chrome ?? {}).join(),
      'plugins: not a PluginArray': !(navigator.plugins instanceof PluginArray),
      'plugins: own names': Object.getOwnPropertyNames(navigator.plugins).some(
        (name) =>
          Number.isNaN(Number(name)) &&
          !(name in Object.fromEntries([...navigator.plugins].map((one) => [one.name, 1]))),
      ),
      'navigator: getters answer without their object': [
        'languages',
        'vendor',
        'plugins',
        'hardwareConcurrency',
        'webdriver',
      ].some((name) => {
        try {
          return (Navigator.prototype as unknown as Record<string, unknown>)[name] !== undefined
        } catch {
          return false
        }
      }),
    }
  }

  function report(of: Navigator): Record<string, unknown> {
    const { userAgent, platform, languages, hardwareConcurrency, vendor, webdriver } = of
    return { userAgent, platform, languages: [...languages], hardwareConcurrency, vendor, webdriver }
  }

  function differences(where: string, other: Record<string, unknown>): string[] {
    const own: Record<string, unknown> = {
      ...report(navigator),
      graphics: graphicsOf(document.createElement('canvas')),
    }
    return Object.entries(other).flatMap(([name, value]) =>
      value !== undefined && JSON.stringify(value) !== JSON.stringify(own[name])
        ? [`${where}: other ${name}`]
        : [],
    )
  }

  function valuesElsewhere(): string[] {
    return differences('frame', {
      ...report(fresh.navigator),
      graphics: graphicsOf(fresh.document.createElement('canvas')),
    })
  }

  function graphicsOf(canvas: HTMLCanvasElement | OffscreenCanvas): string {
    const context = canvas.getContext('webgl') as WebGLRenderingContext
    const names = context.getExtension('WEBGL_debug_renderer_info')!
    return `${context.getParameter(names.UNMASKED_VENDOR_WEBGL)} ${context.getParameter(names.UNMASKED_RENDERER_WEBGL)}`
  }

  function valuesInWorker(): Promise<string[]> {
    const code = `const graphics = (${graphicsOf})(new OffscreenCanvas(1, 1))
      const { userAgent, platform, languages, hardwareConcurrency } = navigator
      postMessage({ userAgent, platform, languages: [...languages], hardwareConcurrency, graphics })`
    const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))
    return new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(differences('worker', data))
      worker.onerror = ({ message }) => resolve([`worker: ${message}`])
    })
  }
}
