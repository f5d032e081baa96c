import { recordAudit } from '@gleaner/audit-log'
import { deleteClient } from '@gleaner/oauth'
import type { Command } from '../command.ts'
import { CLIENT_ID, noSuchClient } from '../oauth-clients.ts'

export const deleteOAuthClientCommand: Command = {
  summary: 'Removes an OAuth client, and revokes every key that it was given.',
  options: { 'client-id': CLIENT_ID },
  async run({ db, actor }, values) {
    const id = String(values['client-id'])
    const revoked = await db.transaction(async (both) => {
      const keys = await deleteClient(both, actor, id)
      if (keys === undefined) throw noSuchClient(values)
      const target = `oauth_client:${id}`
      await recordAudit(both, {
        accountId: null,
        actor,
        action: 'oauth_client.deleted',
        target,
        details: { revoked_keys: keys },
      })
      return keys
    })
    return { client_id: id, revoked_keys: revoked }
  },
}
