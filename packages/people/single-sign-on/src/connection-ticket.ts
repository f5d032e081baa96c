import type { AccountsContext } from '@gleaner/accounts'
import type { Identity } from './claims.ts'
import { notOurs } from './refusals.ts'

/** Whom a provider has named, and the address whose account waits for its password. */
export interface Waiting extends Pick<Identity, 'issuer' | 'subject' | 'groups'> {
  email: string
}

const CONTEXT = 'single sign-on that waits for a password'

/** What a provider has said, in the hands of the browser until it shows a password: sealed, so that nothing of it can be changed. */
export function connectionTicket({ seal, open }: AccountsContext['secretBox']) {
  return {
    write({ issuer, subject, groups, email }: Waiting, seconds: number): string {
      const until = Date.now() + seconds * 1_000
      const sealed = seal(JSON.stringify({ issuer, subject, groups, email, until }), CONTEXT)
      return Buffer.from(sealed).toString('base64url')
    },
    /** Throws UNAUTHENTICATED. */
    read(ticket: string): Waiting {
      try {
        const { until, ...waiting } = JSON.parse(open(Buffer.from(ticket, 'base64url'), CONTEXT))
        if (until > Date.now()) return waiting
      } catch {}
      throw notOurs()
    },
  }
}
