import { replaceIntegrationKey } from '@gleaner/accounts'
import { ApiError } from '@gleaner/contracts'
import type { TransactionHandles } from '@gleaner/db'
import type { OAuthClient } from './clients.ts'
import { keyName } from './key-name.ts'

/** What a person has allowed a client, and what that rests on. */
export interface Grant {
  userId: string
  accountId: string
  membershipTerm: bigint | null
  source: string | null
}

/** The key of a grant, or why there is none. */
export type Issued = { id: string; key: string } | { fault: string }

/** Gives a client a key in place of the one that it has of this person. */
export async function issueKey(both: TransactionHandles, client: OAuthClient, grant: Grant): Promise<Issued> {
  const { accountId, userId, source, membershipTerm } = grant
  const integration = { accountId, userId, membershipTerm, oauthClientId: client.id }
  try {
    return await replaceIntegrationKey(both, integration, keyName(client, source))
  } catch (error) {
    // The account has too many keys.
    if (error instanceof ApiError && error.code === 'CONFLICT') return { fault: error.message }
    throw error
  }
}
