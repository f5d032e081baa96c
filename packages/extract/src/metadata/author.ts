import { familyOf } from '../structured/entity-types.ts'
import { findByline, findPoster } from '../structured/heuristics/byline.ts'
import { cleanName } from '../structured/heuristics/clean-name.ts'
import { isObject } from '../structured/jsonld.ts'
import { metaField } from '../structured/opengraph.ts'
import type { PageFacts } from '../structured/page-facts.ts'
import { similarity } from '../structured/similarity.ts'

/** Pages of these families have an author; a shop's or a company's page does not. */
const AUTHORED = new Set(['article', 'recipe', 'forum', 'video', 'work'])

/** The page's author or authors, joined by commas: declared by its markup, by meta tags, or named in its byline. */
export function readAuthor(facts: PageFacts, siteName: string | undefined): string | undefined {
  const { metas, survey, headline, main, identity } = facts
  const family = familyOf(main?.item['@type'])
  const declared = declaredNames(facts, family)
  const names = declared.length > 0 ? declared : metaField(metas, 'author').flatMap((name) => namesOf(name))
  if (names.length > 0 && !names.every((name) => isSite(name, siteName))) return join(names)
  if (family === 'product' || metas.get('og:type')?.[0] === 'product' || isHome(identity.url))
    return undefined
  const byline =
    findByline(survey, headline) ??
    (family === 'forum' || FORUM.test(identity.url) ? findPoster(survey, headline) : undefined)
  return byline ?? (names.length > 0 ? join(names) : undefined)
}

const FORUM = /forum|thread|topic|viewtopic|community|discuss|board|\/t\/|question/i

function declaredNames({ main, items }: PageFacts, family: string | undefined): string[] {
  if (main && AUTHORED.has(family ?? '')) return namesOf(main.item.author ?? main.item.creator)
  const articles = items.filter(({ item }) => familyOf(item['@type']) === 'article')
  return articles.length === 1 ? namesOf(articles[0]!.item.author) : []
}

/** Newspapers put themselves where the author belongs, and name the person only in the byline. */
function isSite(name: string, siteName: string | undefined): boolean {
  return siteName !== undefined && similarity(name, siteName) === 1
}

function isHome(url: string): boolean {
  const path = URL.parse(url)?.pathname ?? '/'
  return path === '/' || /^\/(?:index\.\w+|[a-z]{2}(?:-[a-z]{2})?\/?)$/i.test(path)
}

function namesOf(value: unknown, depth = 0): string[] {
  if (depth > 4) return []
  if (Array.isArray(value)) return value.slice(0, 30).flatMap((entry) => namesOf(entry, depth + 1))
  if (isObject(value)) return namesOf(value.name, depth + 1)
  if (typeof value !== 'string' || /^https?:\/\/|^@/.test(value)) return []
  const name = cleanName(value)
  return name ? [name] : []
}

function join(names: readonly string[]): string {
  return [...new Set(names)].slice(0, 20).join(', ')
}
