import { anonymous } from '../../api/client.ts'

/** Of this tab alone, until the provider sends it back. */
const TICKET = 'gleaner.provider-ticket'
const NEXT = 'gleaner.provider-next'

/** Sends the browser to the provider. `next`: where it goes once it has signed in. */
export async function goToProvider(next: string): Promise<void> {
  const { authorization_url, ticket } = await anonymous.auth.beginSingleSignOn()
  sessionStorage.setItem(TICKET, ticket)
  sessionStorage.setItem(NEXT, next)
  location.assign(authorization_url)
}

/** What this tab kept while it was away, once. */
export function comeBack(): { ticket: string; next: string } {
  const kept = {
    ticket: sessionStorage.getItem(TICKET) ?? 'none',
    next: sessionStorage.getItem(NEXT) ?? '/',
  }
  sessionStorage.removeItem(TICKET)
  sessionStorage.removeItem(NEXT)
  return kept
}
