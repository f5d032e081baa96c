import { recordAudit } from '@gleaner/audit-log'
import { changeRedirectUris } from '@gleaner/oauth'
import { AdminError, type Command } from '../command.ts'
import { CLIENT_ID, noSuchClient, REDIRECT_URI, readRedirectUri } from '../oauth-clients.ts'

export const addRedirectUriCommand = changing(
  'Lets an OAuth client send people to one more address.',
  'oauth_client.redirect_uri_added',
  (uris, values) => [...new Set([...uris, readRedirectUri(values)])],
)

export const removeRedirectUriCommand = changing(
  'Takes an address from an OAuth client.',
  'oauth_client.redirect_uri_removed',
  (uris, values) => {
    const left = uris.filter((uri) => uri !== values['redirect-uri'])
    if (left.length < uris.length) return left
    throw new AdminError(`The client has no ${values['redirect-uri']}; it has: ${uris.join(' ') || 'none'}.`)
  },
)

function changing(
  summary: string,
  action: string,
  change: (uris: readonly string[], values: Parameters<Command['run']>[1]) => string[],
): Command {
  return {
    summary,
    options: { 'client-id': CLIENT_ID, 'redirect-uri': REDIRECT_URI },
    async run({ db, actor }, values) {
      const id = String(values['client-id'])
      const uris = await db.transaction(async (both) => {
        const changed = await changeRedirectUris(both, id, (now) => change(now, values))
        if (!changed) throw noSuchClient(values)
        const details = { redirect_uri: String(values['redirect-uri']) }
        const target = `oauth_client:${id}`
        await recordAudit(both, { accountId: null, actor, action, target, details })
        return changed
      })
      return { client_id: id, redirect_uris: uris.join(' ') }
    },
  }
}
