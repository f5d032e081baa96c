import { removeClient } from '@gleaner/operator'
import type { Command } from '../command.ts'
import { CLIENT_ID, ofClient } from '../oauth-clients.ts'

export const deleteOAuthClientCommand: Command = {
  summary: 'Removes an OAuth client, and revokes every key that it was given.',
  options: { 'client-id': CLIENT_ID },
  async run({ db, actor }, values) {
    const id = String(values['client-id'])
    const revoked = await ofClient(
      values,
      db.transaction((both) => removeClient(both, actor, id)),
    )
    return { client_id: id, revoked_keys: revoked }
  },
}
