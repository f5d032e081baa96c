import { createLinkSigner } from '@gleaner/security/signed-link'

export interface DownloadLinks {
  /** A URL under which a blob can be fetched by whoever has it, until it expires. */
  linkTo(key: string, expiresAtMs: number): string
  /** The key that a requested path stands for, when the link is genuine and still valid. */
  keyOf(path: string, query: { expires?: unknown; signature?: unknown }): string | undefined
}

/** Links to blobs below `baseUrl`, e.g. `https://api.example.com/api/v1/files`. */
export function createDownloadLinks({ secret, baseUrl }: { secret: string; baseUrl: string }): DownloadLinks {
  const signer = createLinkSigner(secret)
  const base = new URL(baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)

  return {
    linkTo(key, expiresAtMs) {
      const path = base.pathname + key.split('/').map(encodeURIComponent).join('/')
      return base.origin + signer.sign(path, expiresAtMs)
    },
    keyOf(path, query) {
      if (!path.startsWith(base.pathname) || !signer.verify(path, query)) return undefined
      return path.slice(base.pathname.length).split('/').map(decodeURIComponent).join('/')
    },
  }
}
