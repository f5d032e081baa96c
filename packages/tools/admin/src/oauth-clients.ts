import { ApiError } from '@gleaner/contracts'
import { type OAuthClient, redirectUriFault, registrationFault } from '@gleaner/oauth'
import type { Environment } from '@gleaner/runtime/config'
import { AdminError, type Option, type Shown, type Values } from './command.ts'
import { isDevelopment } from './local-settings.ts'

/** Options that more than one command has. */
export const CLIENT_ID: Option = { value: 'id', required: true, help: 'as list-oauth-clients shows it' }
export const REDIRECT_URI: Option = {
  value: 'address',
  required: true,
  help: 'https:// address, compared letter by letter with what the tool sends; of a native tool http://127.0.0.1/… or http://[::1]/…, which stand for every port; in development localhost too',
}

/** The redirect URI that was given; throws AdminError that says what is wrong with it. */
export function readRedirectUri(values: Values, env: Environment): string {
  const uri = String(values['redirect-uri'])
  const fault = redirectUriFault(uri) ?? registrationFault(uri, isDevelopment(env))
  if (fault) throw new AdminError(`--redirect-uri "${uri}" ${fault}.`)
  return uri
}

/** Passes on what was done to a client; throws AdminError where there is none (`which`: of this kind), or what was done is refused. */
export async function ofClient<T>(values: Values, doing: Promise<T>, which = ''): Promise<T> {
  return await doing.catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    if (error.code !== 'NOT_FOUND') throw new AdminError(error.message)
    throw new AdminError(
      `There is no OAuth client ${values['client-id']}${which}; list-oauth-clients shows those there are.`,
    )
  })
}

export function showClient(client: OAuthClient & { liveKeys: number }): Shown {
  const { id, name, secretHash, firstParty, redirectUris, liveKeys, createdAt, origin } = client
  return {
    client_id: id,
    name,
    kind: `${secretHash ? 'confidential' : 'public'}${firstParty ? ', first party' : ''}`,
    origin,
    redirect_uris: redirectUris,
    keys: liveKeys,
    created: createdAt.toISOString(),
  }
}
