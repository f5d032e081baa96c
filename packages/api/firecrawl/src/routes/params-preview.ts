import type { SiteMap } from '@gleaner/contracts'
import type { DoorHandler } from '../call.ts'
import { badRequest } from '../door-error.ts'

/** So many addresses of a site show which parts it has. */
const ADDRESSES = 500

/** POST /crawl/params-preview: the parts of the site that the words of the prompt name. */
export const postParamsPreview: DoorHandler = async ({ ours, ...call }) => {
  const { url, prompt } = await call.body()
  if (typeof url !== 'string') throw badRequest('url is required', ['url'], 'invalid_type')
  if (typeof prompt !== 'string' || prompt.trim() === '')
    throw badRequest('prompt is required', ['prompt'], 'invalid_type')
  const { body: map } = await ours.ask<SiteMap>('POST', '/map', { url, max_pages: ADDRESSES })
  const includePaths = partsNamed(
    prompt,
    map.urls.map((entry) => entry.url),
  )
  const warning =
    includePaths.length > 0
      ? 'No model was asked: these are the parts of the site that words of the prompt name.'
      : 'No model was asked, and no part of the site is named by a word of the prompt: the whole site would be crawled.'
  return { success: true, data: { url, ...(includePaths.length > 0 && { includePaths }) }, warning }
}

/** First parts of paths that begin as a word does: `blog/.*` for "blog posts". */
export function partsNamed(prompt: string, addresses: readonly string[]): string[] {
  const words = prompt.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []
  const parts = new Set(addresses.flatMap((address) => URL.parse(address)?.pathname.split('/')[1] || []))
  const isNamed = (part: string) =>
    words.some((word) => stem(part.toLowerCase()) !== '' && stem(word).startsWith(stem(part.toLowerCase())))
  return [...parts].filter(isNamed).map((part) => `${part}/.*`)
}

/** A word without what makes it several: at least three letters stay. */
function stem(word: string): string {
  return word.replace(/[^\p{L}\p{N}].*$/u, '').replace(/(?<=.{3})s$/, '')
}
