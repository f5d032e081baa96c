import type { Vendor } from './challenge-selectors.ts'
import type { Puzzle, SolverOptions, SolverProtocol } from './solver-protocol.ts'
import { below, requestSolver } from './solver-request.ts'

/** Task types of 2captcha's API v2, which Anti-Captcha, CapSolver and CapMonster share. */
const TYPES: Record<Vendor, string> = {
  recaptcha: 'RecaptchaV2TaskProxyless',
  hcaptcha: 'HCaptchaTaskProxyless',
  turnstile: 'TurnstileTaskProxyless',
}

/** Field of a solution that holds the token; it differs by type. */
const ANSWERS = ['gRecaptchaResponse', 'token', 'response'] as const

/** The API of `createTask` and `getTaskResult`, in JSON. */
export function taskProtocol({ url, apiKey }: SolverOptions): SolverProtocol {
  const post = (path: string, body: object, signal: AbortSignal) =>
    requestSolver(
      below(url, path),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ clientKey: apiKey, ...body }),
      },
      signal,
    )

  return {
    async submit(puzzle, signal) {
      const reply = await post('createTask', { task: taskOf(puzzle) }, signal)
      if (reply?.errorId === undefined) return 'unsupported'
      return reply.errorId === 0 && reply.taskId !== undefined ? String(reply.taskId) : undefined
    },
    async collect(id, signal) {
      const taskId = /^\d+$/.test(id) ? Number(id) : id
      const reply = await post('getTaskResult', { taskId }, signal)
      if (reply?.errorId !== 0) return undefined
      if (reply.status !== 'ready') return 'pending'
      const solution = (reply.solution ?? {}) as Record<string, unknown>
      return ANSWERS.map((name) => solution[name]).find((value) => typeof value === 'string')
    },
  }
}

function taskOf({
  vendor,
  sitekey,
  pageUrl,
  userAgent,
  action,
  data,
  invisible,
}: Puzzle): Record<string, unknown> {
  return {
    type: TYPES[vendor],
    websiteURL: pageUrl,
    websiteKey: sitekey,
    userAgent,
    ...(invisible && { isInvisible: true }),
    ...(action && { action }),
    ...(data && (vendor === 'recaptcha' ? { recaptchaDataSValue: data } : { data })),
  }
}
