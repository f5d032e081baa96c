import { replaceClientSecret } from '@gleaner/operator'
import type { Command } from '../command.ts'
import { CLIENT_ID, ofClient } from '../oauth-clients.ts'

export const rotateOAuthSecretCommand: Command = {
  summary: 'Gives an OAuth client another secret, shown once. The old one ends at once; keys go on working.',
  options: { 'client-id': CLIENT_ID },
  async run({ db, actor }, values) {
    const id = String(values['client-id'])
    const secret = await ofClient(
      values,
      db.transaction((both) => replaceClientSecret(both, actor, id)),
      ' with a secret',
    )
    return { client_id: id, client_secret: secret }
  },
}
