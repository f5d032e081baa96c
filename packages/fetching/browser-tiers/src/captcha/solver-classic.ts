import type { Vendor } from './challenge-selectors.ts'
import type { Puzzle, SolverOptions, SolverProtocol } from './solver-protocol.ts'
import { below, requestSolver } from './solver-request.ts'

/** Method and key parameter of 2captcha's API v1, by vendor. */
const METHODS: Record<Vendor, { method: string; keyName: string }> = {
  recaptcha: { method: 'userrecaptcha', keyName: 'googlekey' },
  hcaptcha: { method: 'hcaptcha', keyName: 'sitekey' },
  turnstile: { method: 'turnstile', keyName: 'sitekey' },
}

/** The API of `in.php` and `res.php`, with JSON responses. */
export function classicProtocol({ url, apiKey }: SolverOptions): SolverProtocol {
  return {
    async submit(puzzle, signal) {
      const body = new URLSearchParams({ key: apiKey, json: '1', ...fieldsOf(puzzle) })
      const reply = await requestSolver(below(url, 'in.php'), { method: 'POST', body }, signal)
      if (reply?.status === undefined) return 'unsupported'
      return reply.status === 1 ? String(reply.request) : undefined
    },
    async collect(id, signal) {
      const target = below(url, 'res.php')
      target.search = new URLSearchParams({ key: apiKey, action: 'get', id, json: '1' }).toString()
      const reply = await requestSolver(target, { method: 'GET' }, signal)
      if (reply?.status === 1) return String(reply.request)
      return reply?.request === 'CAPCHA_NOT_READY' ? 'pending' : undefined
    },
  }
}

function fieldsOf({
  vendor,
  sitekey,
  pageUrl,
  userAgent,
  action,
  data,
  invisible,
}: Puzzle): Record<string, string> {
  const { method, keyName } = METHODS[vendor]
  return {
    method,
    [keyName]: sitekey,
    pageurl: pageUrl,
    userAgent,
    ...(invisible && { invisible: '1' }),
    ...(action && { action }),
    ...(data && { [vendor === 'recaptcha' ? 'data-s' : 'data']: data }),
  }
}
