/** Who issues codes and keys, in metadata and replies (RFC 8414, RFC 9207). */
export function issuerOf(publicUrl: string): string {
  return publicUrl.replace(/\/+$/, '')
}
