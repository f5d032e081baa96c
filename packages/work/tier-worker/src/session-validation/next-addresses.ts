import { isWithinDomain } from '@gleaner/cookie-rules'
import type { SessionJudgement, SignInSigns } from '@gleaner/login-state'

/** Addresses that change something, badly made: they are not asked for. */
const CHANGES_SOMETHING =
  /log-?_?out|log-?_?off|sign-?_?out|delete|remove|cancel|close|deactivat|unsubscribe|revoke/i

/**
 * Where a page that told nothing leads to: to a page of the user, which strangers are not shown, and else to the sign-in, from where most
 * sites send on who is signed in, but not all. Only where the session's cookies go: elsewhere there is nothing to compare.
 */
export function nextAddresses(
  { accountLinks, finalUrl }: Pick<SignInSigns, 'accountLinks' | 'finalUrl'>,
  { followUp }: Pick<SessionJudgement, 'followUp'>,
  domain: string,
): string[] {
  const host = URL.parse(finalUrl)?.host
  const accounts = accountLinks.filter((link) => URL.parse(link)?.host === host && mayAsk(link, domain))
  const [account] = accounts.toSorted((one, other) => one.length - other.length)
  const signIn = followUp !== undefined && mayAsk(followUp, domain) ? followUp : undefined
  return [account, signIn].filter((url) => url !== undefined)
}

function mayAsk(link: string, domain: string): boolean {
  const url = URL.parse(link)
  if (!url || !/^https?:$/.test(url.protocol) || !isWithinDomain(url.hostname, domain)) return false
  return !CHANGES_SOMETHING.test(url.pathname + url.search)
}
