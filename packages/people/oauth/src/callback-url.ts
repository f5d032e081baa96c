/**
 * A redirect URI with the reply of RFC 6749 section 4.1.2 in its query, behind what is there already. Spaces are `%20`: not every
 * client reads `+` as one, and `state` has to arrive as it was sent.
 */
export function callbackUrl(
  redirectUri: string,
  reply: Readonly<Record<string, string | undefined>>,
): string {
  const added = Object.entries(reply)
    .filter((entry): entry is [string, string] => entry[1] !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${added.join('&')}`
}
