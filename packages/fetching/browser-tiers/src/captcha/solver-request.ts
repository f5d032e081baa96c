const TIMEOUT_MS = 15_000
const MAX_ANSWER_CHARS = 100_000

/**
 * Sends one request to the solver; undefined when it does not answer this path with JSON. The solver is the operator's
 * choice and no caller's, so it is reached directly.
 */
export async function requestSolver(
  url: URL,
  init: { method: 'GET' | 'POST'; body?: string | URLSearchParams; headers?: Record<string, string> },
  signal: AbortSignal,
): Promise<Record<string, unknown> | undefined> {
  try {
    const response = await fetch(url, {
      ...init,
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const text = await response.text()
    const parsed: unknown = text.length > MAX_ANSWER_CHARS ? undefined : JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined
  } catch {
    signal.throwIfAborted()
    // Not reached, or not JSON: as if there were no service.
    return undefined
  }
}

export function below(root: string, path: string): URL {
  return new URL(path, root.endsWith('/') ? root : `${root}/`)
}
