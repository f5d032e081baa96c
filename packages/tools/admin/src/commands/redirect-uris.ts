import { setRedirectUris } from '@gleaner/operator'
import type { Environment } from '@gleaner/runtime/config'
import { AdminError, type Command, type Values } from '../command.ts'
import { CLIENT_ID, ofClient, REDIRECT_URI, readRedirectUri } from '../oauth-clients.ts'

export const addRedirectUriCommand = changing(
  'Lets an OAuth client send people to one more address.',
  (uris, values, env) => [...new Set([...uris, readRedirectUri(values, env)])],
)

export const removeRedirectUriCommand = changing('Takes an address from an OAuth client.', (uris, values) => {
  const left = uris.filter((uri) => uri !== values['redirect-uri'])
  if (left.length < uris.length) return left
  throw new AdminError(`The client has no ${values['redirect-uri']}; it has: ${uris.join(' ') || 'none'}.`)
})

function changing(
  summary: string,
  change: (uris: readonly string[], values: Values, env: Environment) => string[],
): Command {
  return {
    summary,
    options: { 'client-id': CLIENT_ID, 'redirect-uri': REDIRECT_URI },
    async run({ db, actor, env }, values) {
      const id = String(values['client-id'])
      const changing = db.transaction((both) =>
        setRedirectUris(both, actor, id, (now) => change(now, values, env)),
      )
      return { client_id: id, redirect_uris: await ofClient(values, changing) }
    },
  }
}
