import { familyOf, isHome, isThread } from '@gleaner/page-types'
import { isObject } from '@gleaner/runtime/is-object'
import { nameKey } from '../entities/similarity.ts'
import { findByline, findPoster } from '../heuristics/byline.ts'
import { cleanName, looksLikeName } from '../heuristics/clean-name.ts'
import type { PageFacts } from '../page-facts.ts'
import { type MetaValues, metaField } from '../syntaxes/opengraph.ts'
import { isAgency, isOrganization, keysOfSite, withoutAffiliation } from './affiliation.ts'

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
  const sites = keysOfSite(siteName, identity.url)
  const names = withoutAffiliation(
    written.map(({ name }) => name),
    sites,
  )
  const byline = () => (!isWritten || isHome(identity.url) ? undefined : readByline(facts, family, sites))
  const isCompany = (name: string) => isOrganization(name, sites)
  // An agency or the site beside a person is where the person works.
  const people = names.filter((name) => isOther(name) && !isCompany(name))
  if (people.length > 0)
    return withCoAuthors(people, () =>
      byline()
        ?.split(', ')
        .filter((name) => !isCompany(name)),
    )
  const shown = byline()
  if (shown && !isCompany(shown)) return shown
  if (names.some(isOther)) return join(names)
  if (shown) return shown
  // A company that declares itself the author of its page repeats the site's name; a person may be the site. A shop's
  // template names the shop as the author of every page.
  const isSigned = AUTHORED.has(family ?? '') || type === 'article'
  return written.some(({ isCompany }) => isCompany) || !isSigned ? undefined : join(names) || undefined
}

/** The declared authors, or those of the byline where it names these and more: markup often has room for one. */
function withCoAuthors(people: readonly string[], byline: () => string[] | undefined): string {
  const shown = people.length > 3 ? [] : (byline() ?? [])
  const keys = new Set(shown.map(nameKey))
  const isMore = shown.length > people.length && people.every((name) => keys.has(nameKey(name)))
  if (!isMore || !shown.every(looksLikeName)) return join(people)
  const declared = new Map(people.map((name) => [nameKey(name), name]))
  return join(shown.map((name) => declared.get(nameKey(name)) ?? name))
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
  sites: ReadonlySet<string>,
) {
  const isForum = family === 'forum' || isThread(identity.url)
  const byline = (isForum ? findPoster(index, headline) : undefined) ?? findByline(index, headline)
  const names = withoutAffiliation(byline?.split(', ', MOST_NAMES) ?? [], sites)
  const people = names.filter((name) => !isAgency(name))
  return join(people.length > 0 ? people : names)
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
