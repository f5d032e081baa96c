import type { OperationFacts } from '../operation-facts.ts'
import { checkSecret, type Settings } from '../options.ts'

type Credentials = Pick<Settings, 'apiKey' | 'accessToken'>

/** What a person alone may do takes their token; else the key goes first. Both at once are refused. */
export async function credentialOf(
  auth: OperationFacts['auth'],
  credentials: Credentials,
): Promise<Record<string, string>> {
  if (auth === 'none') return {}
  const { apiKey } = credentials
  if (apiKey !== undefined && (auth === 'key' || credentials.accessToken === undefined))
    return { 'X-API-Key': apiKey }
  const token = await readToken(credentials)
  return token === undefined ? {} : { Authorization: `Bearer ${token}` }
}

/** As one word, for where there are no headers. */
export async function credentialText(credentials: Credentials): Promise<string | undefined> {
  return credentials.apiKey ?? (await readToken(credentials))
}

async function readToken({ accessToken }: Credentials): Promise<string | undefined> {
  const token = typeof accessToken === 'function' ? await accessToken() : accessToken
  if (token !== undefined) checkSecret(token, 'accessToken')
  return token
}
