import { findAll, findFirst } from '@gleaner/markup'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'

/** Networks on which an organization has a profile of its own. */
const PROFILE =
  /^https?:\/\/(?:www\.|[a-z]{2}\.)?(?:facebook|instagram|linkedin|twitter|x|youtube|tiktok|pinterest|github|mastodon)\.(?:com|social)\/(?!share|intent|sharer|home|hashtag)[\w@./-]{2,80}$/i
const MOST_PROFILES = 10

/** How the page says its owner can be reached: telephone, mail, address, profiles; empty without any. */
export function readContact({ body }: PageIndex): JsonObject {
  if (!body) return {}
  const links = findAll(body, ({ tag, attrs }) => tag === 'a' && attrs.href !== undefined).map(({ attrs }) =>
    attrs.href!.trim(),
  )
  const telephone = links.find((href) => /^tel:/i.test(href))?.slice(4)
  const email = links
    .find((href) => /^mailto:[^?]+@/i.test(href))
    ?.slice(7)
    .split('?')[0]
  const place = findFirst(body, 'address')
  const address = place && shortText(place, 200)
  const sameAs = [...new Set(links.filter((href) => PROFILE.test(href)))].slice(0, MOST_PROFILES)
  return {
    ...(telephone ? { telephone: decode(telephone) } : {}),
    ...(email ? { email: decode(email) } : {}),
    ...(address ? { address } : {}),
    ...(sameAs.length > 0 ? { sameAs } : {}),
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim()
  } catch {
    return text.trim()
  }
}
