/** An object's name in a path: percent-encoded as signatures have it, everything but unreserved characters: some stores compare the path as sent. */
export function encodeKey(key: string): string {
  return encodeURIComponent(key)
    .replace(/%2F/g, '/')
    .replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
