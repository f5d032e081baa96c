import { recordAudit } from '@gleaner/audit-log'
import { rotateSecret } from '@gleaner/oauth'
import { AdminError, type Command } from '../command.ts'
import { CLIENT_ID } from '../oauth-clients.ts'

export const rotateOAuthSecretCommand: Command = {
  summary: 'Gives an OAuth client another secret, shown once. The old one ends at once; keys go on working.',
  options: { 'client-id': CLIENT_ID },
  async run({ db, actor }, values) {
    const id = String(values['client-id'])
    const secret = await db.transaction(async (both) => {
      const rotated = await rotateSecret(both, id)
      if (rotated === undefined) throw new AdminError(`There is no OAuth client ${id} with a secret.`)
      const entry = { accountId: null, actor, target: `oauth_client:${id}` }
      await recordAudit(both, { ...entry, action: 'oauth_client.secret_rotated' })
      return rotated
    })
    return { client_id: id, client_secret: secret }
  },
}
