/** Query parameters that carry a credential, by name. */
const SECRET_PARAMETERS = new Set([
  'api_key',
  'apikey',
  'key',
  'token',
  'access_token',
  'signature',
  'password',
])

/** A URL fit for a log or an error: without credentials, and with the values of secret query parameters covered. */
export function redactUrl(text: string): string {
  const url = URL.parse(text, 'relative:///')
  if (url === null) return '[not a URL]'
  if (url.username !== '' || url.password !== '') {
    url.username = '***'
    url.password = ''
  }
  for (const name of new Set(url.searchParams.keys())) {
    if (SECRET_PARAMETERS.has(name.toLowerCase())) url.searchParams.set(name, '***')
  }
  return url.href.replace(/^relative:\/\//, '')
}
