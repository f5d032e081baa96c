import type { Lease } from '../browser/pool/lease.ts'

/**
 * Dispatched on the document with a widget's token; cancelled by the listener that calls the page's callback with it.
 */
export const ANSWER_EVENT = 'w-answer'

/**
 * Records what a page's scripts render widgets with (the key, and the function to call with the answer), which the
 * document does not show. Runs before the page's own scripts.
 */
export async function recordWidgets({ session }: Lease): Promise<void> {
  // Scripts of a session only run while it has the domain enabled.
  await session.send('Page.enable')
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `(${recorder.toString()})(${JSON.stringify(ANSWER_EVENT)})`,
  })
}

function recorder(eventName: string): void {
  type Params = { sitekey?: string; callback?: unknown; action?: string; cData?: string }
  type Api = { render?: (container: unknown, params?: Params) => unknown; getResponse?: () => string }
  const CLASSES: Record<string, string> = {
    turnstile: 'cf-turnstile',
    hcaptcha: 'h-captcha',
    grecaptcha: 'g-recaptcha',
  }
  const scope = window as unknown as Record<string, unknown>
  const callbacks: unknown[] = []
  let answer = ''

  const wrap = (api: Api, name: string) => {
    const { render, getResponse } = api
    if (typeof render !== 'function') return
    api.render = function (this: unknown, container, params = {}) {
      const box =
        typeof container === 'string'
          ? (document.querySelector(container) ?? document.getElementById(container))
          : container
      if (box instanceof Element && params.sitekey) {
        box.classList.add(CLASSES[name]!)
        box.setAttribute('data-sitekey', params.sitekey)
        if (params.action) box.setAttribute('data-action', params.action)
        if (params.cData) box.setAttribute('data-cdata', params.cData)
      }
      callbacks.push(params.callback)
      return render.call(this, container, params)
    }
    api.getResponse = function (this: unknown) {
      return answer || (getResponse?.call(this) ?? '')
    }
  }

  for (const name of Object.keys(CLASSES)) {
    let held: unknown
    Object.defineProperty(scope, name, {
      configurable: true,
      enumerable: true,
      get: () => held,
      set(api: Api) {
        held = api
        if (api && typeof api === 'object') wrap(api, name)
      },
    })
  }

  document.addEventListener(eventName, (event) => {
    answer = String((event as CustomEvent).detail)
    const named = [...document.querySelectorAll('[data-sitekey][data-callback]')].map(
      (box) => scope[box.getAttribute('data-callback')!],
    )
    for (const callback of [...callbacks, ...named]) {
      const run = typeof callback === 'string' ? scope[callback] : callback
      if (typeof run !== 'function') continue
      event.preventDefault()
      run(answer)
    }
  })
}
