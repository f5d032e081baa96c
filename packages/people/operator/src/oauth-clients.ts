import { type Actor, recordAudit } from '@gleaner/audit-log'
import { ApiError } from '@gleaner/contracts'
import type { TransactionHandles } from '@gleaner/db'
import { changeRedirectUris, createClient, deleteClient, type NewClient, rotateSecret } from '@gleaner/oauth'

/** Registers a tool. Its secret is shown once. */
export async function registerClient(
  both: TransactionHandles,
  actor: Actor,
  client: NewClient,
): Promise<{ id: string; secret: string | undefined }> {
  const { name, redirectUris, isPublic, isFirstParty } = client
  const made = await createClient(both, client)
  const details = { name, redirect_uris: redirectUris, public: isPublic, first_party: isFirstParty }
  await record(both, actor, 'created', made.id, details)
  return made
}

/** Removes a tool and revokes its keys. Returns how many. Throws NOT_FOUND. */
export async function removeClient(both: TransactionHandles, actor: Actor, id: string): Promise<number> {
  const revoked = (await deleteClient(both, actor, id)) ?? noSuchClient(id)
  await record(both, actor, 'deleted', id, { revoked_keys: revoked })
  return revoked
}

/** Gives a tool another secret, which is returned this once. Throws NOT_FOUND, also for one that has none. */
export async function replaceClientSecret(
  both: TransactionHandles,
  actor: Actor,
  id: string,
): Promise<string> {
  const secret = (await rotateSecret(both, id)) ?? noSuchClient(id)
  await record(both, actor, 'secret_rotated', id)
  return secret
}

/** Replaces the redirect URIs of a tool by what `change` makes of them, and returns them. Throws NOT_FOUND. */
export async function setRedirectUris(
  both: TransactionHandles,
  actor: Actor,
  id: string,
  change: (uris: readonly string[]) => string[],
): Promise<string[]> {
  let former: readonly string[] = []
  const uris =
    (await changeRedirectUris(both, id, (now) => {
      former = now
      return change(now)
    })) ?? noSuchClient(id)
  for (const uri of uris.filter((each) => !former.includes(each)))
    await record(both, actor, 'redirect_uri_added', id, { redirect_uri: uri })
  for (const uri of former.filter((each) => !uris.includes(each)))
    await record(both, actor, 'redirect_uri_removed', id, { redirect_uri: uri })
  return uris
}

async function record(
  both: TransactionHandles,
  actor: Actor,
  what: string,
  id: string,
  details: Parameters<typeof recordAudit>[1]['details'] = {},
): Promise<void> {
  await recordAudit(both, {
    accountId: null,
    actor,
    action: `oauth_client.${what}`,
    target: `oauth_client:${id}`,
    details,
  })
}

function noSuchClient(id: string): never {
  throw new ApiError('NOT_FOUND', `There is no OAuth client ${id.slice(0, 100)} of which this could be done.`)
}
