import { ConnectionError } from '../errors.ts'

/** The service sends something at least every 15 seconds: a connection that brings nothing for three times as long is dead. */
const SILENT_MS = 45_000

/** Ends a connection that has fallen silent, or when `outer` ends. */
export function watchSilence(outer: AbortSignal) {
  const controller = new AbortController()
  const end = () => controller.abort(outer.reason)
  const start = () =>
    setTimeout(() => controller.abort(new ConnectionError('The stream fell silent.')), SILENT_MS)
  let timer = start()
  if (outer.aborted) end()
  outer.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal,
    heard() {
      clearTimeout(timer)
      timer = start()
    },
    stop() {
      clearTimeout(timer)
      outer.removeEventListener('abort', end)
    },
  }
}
