import { decodeAttributeReferences } from '@gleaner/markup/scan'
import { attribute } from './markup.ts'
import type { PageFeatures } from './page-features.ts'

/** What a `meta` tag with these attributes says of a refresh. */
export function readRefresh(attributes: string): PageFeatures['refresh'] {
  if (attribute(attributes, 'http-equiv')?.toLowerCase() !== 'refresh') return undefined
  const [, seconds, url] =
    /^(\d{1,5})(?:\.\d*)?\s*(?:[;,](.*))?$/is.exec((attribute(attributes, 'content') ?? '').trim()) ?? []
  if (seconds === undefined) return undefined
  return { seconds: Number(seconds), url: decodeAttributeReferences(bareAddress(url ?? '')) }
}

/** `url='/next'` gives `/next`. */
function bareAddress(written: string): string {
  const address = written.trim().replace(/^url\s*=/i, '')
  return address.trim().replace(/^["']|["']$/g, '')
}
