import { familyOf } from '../structured/entity-types.ts'
import { cleanName, findByline } from '../structured/heuristics/byline.ts'
import { isObject } from '../structured/jsonld.ts'
import { metaField } from '../structured/opengraph.ts'
import type { PageFacts } from '../structured/page-facts.ts'

/** Pages of these families have an author; a shop's or a company's page does not. */
const AUTHORED = new Set(['article', 'recipe', 'forum', 'video', 'work'])

/** The page's author or authors, joined by commas: declared by its markup, by meta tags, or named in its byline. */
export function readAuthor(facts: PageFacts): string | undefined {
  const { main, metas, survey, headline, items } = facts
  const family = familyOf(main?.item['@type'])
  const declared = main && AUTHORED.has(family ?? '') ? namesOf(main.item.author ?? main.item.creator) : []
  if (declared.length > 0) return join(declared)
  if (!main || !AUTHORED.has(family ?? '')) {
    const article = items.filter(({ item }) => familyOf(item['@type']) === 'article')
    const names = article.length === 1 ? namesOf(article[0]!.item.author) : []
    if (names.length > 0) return join(names)
  }
  const meta = metaField(metas, 'author').flatMap((name) => namesOf(name))
  if (meta.length > 0) return join(meta)
  if (family === 'product' || metas.get('og:type')?.[0] === 'product') return undefined
  return findByline(survey, headline)
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
