import { collapse } from '@gleaner/markup'
import { trimMarksEnd } from '@gleaner/values'
import { ORGANIZATION } from './organization-words.ts'

/** "By" in the languages of newspapers, at the start of a byline. */
const BY =
  /^\W*(?:(?:this (?:post|article|story) was )?(?:written|posted?|published|submitted|recipe|reported|story|article|words|text|reviewed|medically reviewed|fact[- ]checked|guest post|contributed|authored|created|started)\s+)?(?:by|von|par|por|di|da|door|av|af|kirjoittanut|przez|autor(?:e|a|es|in)?|author(?:\(?s\)?)?|insights from|auteurs?|автор(?:ы)?|от|skrevet af|skrevet av|text|texte|texto|testo|escrito por|écrit par|geschrieben von|ein beitrag von|od|napisał[a]?|szerző|írta|yazan|yazar|kirjoittaja|συντάκτης|του|της|作者|文|記者|記事|取材・文|글|기자)(?:\s*[:：]\s*|\s+|：)/iu
/** Where a name, in text of single spaces, ends: a separator, a date, a verb of publishing. */
const END =
  /(?:[|•·–—»]|\s-\s|\bon\s(?=\d|[A-Z])|\bin\s(?=[A-Z])|\bat\s(?=[A-Z\d])|\bam\s\d|\ble\s\d|,? ?\b(?:published|updated|posted|last|reviewed|edited|veröffentlicht|aktualisiert|publié|mis à jour|publicado|actualizado|is a|read)\b|\d{1,2}[.:/-]\d|\b(?:19|20)\d\d\b|\d{1,2}\s\p{L}{3,}\s\d|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s\d|@|https?:|\(|\[|\s\/\s)/iu
/** A job after a name of at least two words; alone it may be the name (`Marketing Team`). */
const JOB =
  /,? (?:contributor|correspondent|reporter|senior|editor|staff writer|writer|associate|content|marketing|manager|director|founder|co-founder|ceo|head|candidate|redactie|journalist|columnist|author)\b/iu
/** What stands where a name may stand and is none: roles, labels of the page, and words of a sentence. */
const NOT_AUTHOR =
  /^(?:and|at|default|for|from|in|of|on|or|the|this|to|using|with|contributors?|admin|administrator|authors?|by|staff|editor|unknown|guest|anonymous|user|null|undefined|true|false|n\/a|none|home|share|read more|follow|comments?|subscribe|editorial|contact us?|more|menu|search|login|sign in|date|category|tags?|topics?|updated|published|posted|last updated|reading time|min read)$/i

/** Legal forms: a site's operator, where a page prints "by" before it. */
const COMPANY = /\s(?:ltd|limited|llc|inc|gmbh|plc|corp|corporation|co\. kg|s\.?r\.?l|pty|oy|pvt)\.?$/i

/** A name without "By", job and date; undefined when what is left is no name. */
export function cleanName(text: string): string | undefined {
  let name = collapse(text.slice(0, 400)).replace(BY, '').replace(BY, '')
  const end = name.search(END)
  if (end >= 0) name = name.slice(0, end).trimEnd()
  const slash = name.indexOf('/')
  const isPlace = slash > 0 && ORGANIZATION.test(name.slice(slash + 1))
  if (isPlace && name.slice(0, slash).trim().includes(' ')) name = name.slice(0, slash)
  const job = JOB.exec(name)
  if (job && name.slice(0, job.index).trim().includes(' ')) {
    const before = name.slice(0, job.index)
    name = job[0].startsWith(',') ? before : beforeTitle(before)
  }
  name = trimMarksEnd(name.replace(/\s(?:in|on|at)$/, ''), /[\s:,;|–—-]/).replace(/^[\s:,;.|–—-]+/, '')
  if (name.length < 2 || name.length > 80 || NOT_AUTHOR.test(name) || !/\p{L}{2}/u.test(name))
    return undefined
  return name.split(' ').length > 10 ? undefined : name
}

/** Without the words that a job begins with: `Jane Doe, Chief Political` of `Jane Doe, Chief Political Correspondent`. */
function beforeTitle(name: string): string {
  const comma = name.lastIndexOf(',')
  return name.slice(0, Math.max(comma, 0)).includes(' ') ? name.slice(0, comma) : name
}

/** Whether a text may be the whole name of a person or an editorial team: few words, no sentence, capital letters where a script has them. */
export function looksLikeName(text: string): boolean {
  if (
    text.length < 2 ||
    text.length > 60 ||
    NOT_AUTHOR.test(text) ||
    COMPANY.test(text) ||
    /[!?:{}<>|=%$€£]|\.\s\p{Ll}|https?:/u.test(text)
  )
    return false
  const words = text.split(/\s+/)
  // `1 day ago` begins with a figure; a user name may.
  if (words.length > 6 || !/\p{L}/u.test(text) || (words.length > 1 && /^\d/.test(text))) return false
  // A user name is one word; of several, the first and last begin with a capital.
  return (
    words.length === 1 ||
    [words[0]!, words.at(-1)!].every(
      (word) => !/^\p{Ll}/u.test(word) || /^(?:de|van|von|da|di|el|al|bin|ben)$/i.test(word),
    )
  )
}
