import { trimMarksEnd } from '@gleaner/values'
import { nameKey } from '../entities/similarity.ts'
import { ORGANIZATION } from '../heuristics/organization-words.ts'

const AGENCIES =
  '(?:the )?(?:associated press|ap|reuters|afp|agence france-presse|dpa|bloomberg|upi|pa media|the canadian press)'
const AGENCY_ALONE = new RegExp(`^${AGENCIES}$`, 'i')
const AGENCY_BESIDE = new RegExp(`(?:,| and| und| et| y| &)\\s+${AGENCIES}$`, 'i')
/** Words between a name and who the person works for. */
const FOR = /(?:^|\s)(?:special )?(?:for|of|from|with|für|von|pour|para|do|da|de|del|per|voor|för)$/i
/** Most words of a text that are looked at: names are short. */
const MOST_WORDS = 12

/** Whether a name is that of a paper, an agency or a desk, by its words or by the site's own name in it. */
export function isOrganization(name: string, sites: ReadonlySet<string>): boolean {
  return (
    isAgency(name) || ORGANIZATION.test(name) || name.split(' ').some((word) => sites.has(joinedKey(word)))
  )
}

export function isAgency(name: string): boolean {
  return AGENCY_ALONE.test(name)
}

/** `Jane Doe, Associated Press` and `Jane Doe USA TODAY` are Jane Doe: agencies, the site itself, and what several authors end with. */
export function withoutAffiliation(names: readonly string[], sites: ReadonlySet<string>): string[] {
  const endings = names.map((name) => /,[^,]+$/.exec(name)?.[0])
  const shared = new Set(endings.filter((ending, at) => ending && endings.indexOf(ending) !== at))
  return names.map((name) => {
    let plain = name.replace(AGENCY_BESIDE, '')
    for (const ending of shared) if (plain.endsWith(ending!)) plain = plain.slice(0, -ending!.length)
    return withoutSite(plain, sites) || name
  })
}

/** The site's name and the parts of its host's, as they may stand behind a person's name. */
export function keysOfSite(siteName: string | undefined, url: string): ReadonlySet<string> {
  const labels = (URL.parse(url)?.hostname ?? '').split('.').filter((label) => label !== 'www')
  const keys = [siteName ?? '', ...labels.slice(0, -1), labels.slice(-2).join('')].map(joinedKey)
  return new Set(keys.filter((key) => key.length > 2))
}

/** The text before the site's name, where at least two words stand there: a person may have the site's name. */
function withoutSite(name: string, sites: ReadonlySet<string>): string {
  const words = name.split(' ').slice(0, MOST_WORDS)
  for (let from = 2; from < words.length; from += 1)
    for (let to = from + 1; to <= words.length; to += 1) {
      if (!sites.has(joinedKey(words.slice(from, to).join('')))) continue
      const before = trimMarksEnd(words.slice(0, from).join(' '), /[\s,|/–-]/).replace(FOR, '')
      return before.includes(' ') ? trimMarksEnd(before, /[\s,|/–-]/) : name
    }
  return name
}

function joinedKey(text: string): string {
  return nameKey(text).replace(/ /g, '')
}
