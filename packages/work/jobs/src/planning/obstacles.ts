import type { Wall } from '@gleaner/contracts'
import { BROWSER_TIERS } from '@gleaner/contracts/tier'
import type { Attempt } from '../attempt.ts'

/** What only a browser may get past: a page that its scripts build, and walls that wait for a visitor's click or form. */
const BROWSERS_ALONE: ReadonlySet<Wall> = new Set(['login', 'http_auth', 'consent'])

/** Results that no tier without a browser would change. */
const FOR_BROWSERS: ReadonlySet<Attempt['result']> = new Set(['empty_shell', 'needs_browser'])

/** Whether what stopped an attempt would stop every tier without a browser too. */
export function needsBrowser({ result, wall }: Attempt): boolean {
  return FOR_BROWSERS.has(result) || (wall !== undefined && BROWSERS_ALONE.has(wall))
}

/** What the caller can do about what stopped the last attempt of all; undefined where nothing is known to help. */
export function hintOn(last: Attempt): string | undefined {
  if (last.result === 'empty_shell') return BROWSER_TIERS.has(last.tier) ? SHELL_IN_BROWSER : SHELL
  if (last.result === 'needs_browser') return STORAGE
  // What became of a session's login is told by the session's own warning.
  if (last.wall === 'login' && last.session !== undefined) return undefined
  if (last.wall === 'challenge' && last.tier === '5') return undefined
  if (last.wall === 'challenge' && !BROWSER_TIERS.has(last.tier)) return CHALLENGE
  return last.wall && WALL_HINTS[last.wall]
}

const SHELL =
  'The page is built by JavaScript, which tier 4 runs: allow it (mode "auto", cost_controls.max_tier "4" or above, no fail_fast).'
const STORAGE =
  'Tier 4 uses the storage of a session: allow it (mode "auto", cost_controls.max_tier "4" or above, no fail_fast).'
const SHELL_IN_BROWSER =
  'Where the page takes long to build itself, name an element that it ends with in advanced.wait_for.'

const CHALLENGE =
  'Browsers get past some challenges, and tier 5 works on them: allow it (mode "auto", cost_controls.max_tier "4" or "5").'

const WALL_HINTS: Partial<Record<Wall, string>> = {
  challenge: 'Tier 5 works on challenges; allow it with cost_controls.max_tier "5".',
  login:
    'The page is for those who are signed in: send the cookies of a login with advanced.cookies, or keep them with POST /sessions and name the session_id.',
  http_auth:
    'Put the user name and password into the url (https://name:password@host/), or send an Authorization header in advanced.session_headers.',
  consent:
    "Press the button of the site's question with advanced.actions, or send the cookie that holds its answer with advanced.cookies.",
  payment: 'Send the cookies of an account that may read the page, with advanced.cookies or a session_id.',
  refusal:
    'A visitor from another address may be let in (advanced.use_proxy, advanced.use_own_proxy), or one with the cookies of a browser that was (advanced.cookies).',
  rate_limit:
    'Wait before you ask this host again and ask it less often, or go through another address (advanced.use_proxy, advanced.use_own_proxy).',
}
