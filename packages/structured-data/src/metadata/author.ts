import { familyOf, isHome, isThread } from '@gleaner/page-types'
import { trimMarksEnd } from '@gleaner/values'
import { nameKey } from '../entities/similarity.ts'
import { findByline, findPoster } from '../heuristics/byline.ts'
import { cleanName } from '../heuristics/clean-name.ts'
import type { PageFacts } from '../page-facts.ts'
import { isObject } from '../syntaxes/jsonld.ts'
import { type MetaValues, metaField } from '../syntaxes/opengraph.ts'

/** Pages of these families have an author; a shop's or a company's page does not. */
const AUTHORED = new Set(['article', 'recipe', 'forum', 'video', 'work'])

/** Most names that are read; a list of more does not name a page's authors. */
const MOST_NAMES = 200

/** The page's author or authors, joined by commas: declared by its markup, by meta tags, or named in its byline. */
export function readAuthor(facts: PageFacts, siteName: string | undefined): string | undefined {
  const { metas, main, identity } = facts
  const family = familyOf(main?.item['@type'])
  const declared = declaredAuthors(facts, family)
  const type = metas.get('og:type')?.[0]
  // A review declares the product that it is about, and is an article all the same.
  const isProduct = type === 'product' || (type !== 'article' && family === 'product')
  // A blog's own type stands on its posts too.
  const isList = family === 'list' && main?.item['@type'] !== 'Blog'
  const isWritten = !isList && !isProduct
  const named = isWritten ? metaAuthors(metas) : []
  const written = named.length > declared.length && isAmong(declared, named) ? named : declared
  const isOther = (name: string) => !isSite(name, siteName, identity.url)
  const names = withoutAffiliation(
    written.map(({ name }) => name),
    siteName,
  )
  // An agency or the site beside a person is where the person works.
  const people = names.filter((name) => isOther(name) && !AGENCY_ALONE.test(name))
  if (people.length > 0) return join(people)
  if (names.some(isOther)) return join(names)
  const byline = !isWritten || isHome(identity.url) ? undefined : readByline(facts, family, siteName)
  if (byline) return byline
  // A company that declares itself the author of its page repeats the site's name; a person may be the site. A shop's
  // template names the shop as the author of every page.
  const isSigned = AUTHORED.has(family ?? '') || type === 'article'
  return written.some(({ isCompany }) => isCompany) || !isSigned ? undefined : join(names) || undefined
}

/** Authors of the meta tags; several may stand in one tag (`Jane Doe, John Roe`). */
function metaAuthors(metas: MetaValues): Author[] {
  const written = metaField(metas, 'author')
    .slice(0, MOST_NAMES)
    .flatMap((text) => {
      const parts = text.split(/,\s*/, MOST_NAMES)
      return parts.length > 1 && parts.every((part) => /^\p{Lu}\S*(?: \S+){1,3}$/u.test(part))
        ? parts
        : [text]
    })
  return written.flatMap((name) => authorsOf(name))
}

/** Whether the meta tags name the one author that the markup declares (or none), and so may name more. */
function isAmong(declared: readonly Author[], named: readonly Author[]): boolean {
  return declared.every(({ name }) => named.some((other) => nameKey(other.name) === nameKey(name)))
}

function readByline(
  { index, headline, identity }: PageFacts,
  family: string | undefined,
  siteName: string | undefined,
) {
  const isForum = family === 'forum' || isThread(identity.url)
  const byline = (isForum ? findPoster(index, headline) : undefined) ?? findByline(index, headline)
  return byline && withoutAffiliation([byline], siteName)[0]
}

interface Author {
  name: string
  isCompany: boolean
}

function declaredAuthors({ main, items }: PageFacts, family: string | undefined): Author[] {
  if (main && AUTHORED.has(family ?? '')) return authorsOf(main.item.author ?? main.item.creator)
  const articles = items.filter(({ item }) => familyOf(item['@type']) === 'article')
  return articles.length === 1 ? authorsOf(articles[0]!.item.author) : []
}

const AGENCY_ALONE =
  /^(?:the )?(?:associated press|ap|reuters|afp|agence france-presse|dpa|bloomberg|upi|pa media|the canadian press)$/i
const AGENCY = /,\s+(?:the )?(?:associated press|ap|reuters|afp|dpa|bloomberg|upi|the canadian press)$/i

/** `Jane Doe, Associated Press` and `Jane Doe USA TODAY` are Jane Doe: agencies, the site itself, and what several authors end with. */
function withoutAffiliation(names: readonly string[], siteName: string | undefined): string[] {
  const endings = names.map((name) => /,[^,]+$/.exec(name)?.[0])
  const shared = new Set(endings.filter((ending, at) => ending && endings.indexOf(ending) !== at))
  return names.map((name) => {
    let plain = name.replace(AGENCY, '')
    for (const ending of shared) if (plain.endsWith(ending!)) plain = plain.slice(0, -ending!.length)
    if (
      siteName &&
      plain.length > siteName.length + 3 &&
      plain.toLowerCase().endsWith(siteName.toLowerCase())
    ) {
      plain = trimMarksEnd(plain.slice(0, -siteName.length), /[\s,|/–-]/)
    }
    return plain || name
  })
}

/** Newspapers put themselves where the author belongs; the site's name is a field of its own. */
function isSite(name: string, siteName: string | undefined, url: string): boolean {
  if (siteName !== undefined && nameKey(name) === nameKey(siteName)) return true
  const host = (URL.parse(url)?.hostname ?? '').replace(/^www\./, '')
  const plain = name.toLowerCase().replace(/\s+/g, '')
  return plain === host || (siteName === undefined && plain === host.split('.').at(-2))
}

function authorsOf(value: unknown, isCompany = false, depth = 0): Author[] {
  if (depth > 4) return []
  if (Array.isArray(value))
    return value.slice(0, 30).flatMap((entry) => authorsOf(entry, isCompany, depth + 1))
  if (isObject(value)) {
    const family = familyOf(value['@type'])
    return authorsOf(value.name, family !== undefined && family !== 'person', depth + 1)
  }
  if (typeof value !== 'string' || /^https?:\/\/|^@/.test(value)) return []
  const name = cleanName(value)
  return name ? [{ name, isCompany }] : []
}

function join(names: readonly string[]): string {
  return [...new Set(names)].slice(0, 20).join(', ')
}
