const DOOR = /^[^?]*?\/r\//

/** The address that follows `/r/` in a request's target, with its query. Proxies on the way may have made one slash of two. */
export function addressInPath(target: string): string {
  const text = target.replace(DOOR, '')
  const address = /^https?%3a/i.test(text) ? decoded(text) : text
  const [, scheme, rest] = /^(https?):\/*(.*)$/is.exec(address) ?? []
  return scheme === undefined ? `https://${address}` : `${scheme}://${rest}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
