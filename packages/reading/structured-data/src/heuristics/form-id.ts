import { ELEMENT, type Element, findAll } from '@gleaner/markup'

/** Names of fields and attributes that carry the code that a shop gives a product, and the number that its software counts by. */
const CODE_NAME =
  /^(?:asin|(?:product[-_]?)?sku|product[-_]?(?:code|no|number)|item[-_]?(?:no|number|code)|article[-_]?(?:no|number|nr)|partnumber)$/i
const ID_NAME =
  /^(?:product[-_]?id|item[-_]?id|id[-_]?product|prod[-_]?id|article[-_]?id|pid|products_id|add-to-cart|virtuemart_product_id\[\]|product)$/i
const FIELDS: ReadonlySet<string> = new Set(['input', 'button'])
const ID = /^(?=.*\d)[\w./-]{3,24}$/
/** A field that is named for the number may hold a short one: small shops count from 1. */
const FIELD_ID = /^(?=.*\d)[\w./-]{1,24}$/
/** A code that stands alone in an address, after a part that announces it. */
const ADDRESS_CODE = /\/(?:dp|pd|gp\/product)\/((?=[A-Z]*\d)[A-Z\d]{8,12})(?=[/?]|$)/
/** Numbers in addresses of product pages: a long one alone in a part, or at the end of the last. */
const ADDRESS_IDS = [
  /\/(?:itm|item|product|prod|p|detail)s?\/(?:[^/?]+\/)?(\d{5,14})(?=[/_?]|$)/i,
  /[-_/.](?:p|id|sku|art)?[-_.]?(\d{6,14})(?:\.html?)?\/?$/i,
]

interface Found {
  id: string
  isCode: boolean
  /** On a field of a form, after the headline or on an element around it: it is that of the page's product. */
  isOwn: boolean
  weight: number
}

/**
 * The product's number as forms, data attributes or the address carry it: the one that the address has too, one that the
 * address alone has, that of the form below the headline or of an element around it (codes before numbers), the most frequent.
 */
export function findFormId(
  body: Element | undefined,
  url: string,
  headline: Element | undefined,
): string | undefined {
  const path = URL.parse(url)?.pathname ?? ''
  const code = ADDRESS_CODE.exec(path)?.[1]
  if (code) return code
  const found = body ? collect(body, headline) : []
  const confirmed = found.find(({ id }) => ID.test(id) && path.includes(id))
  const named = confirmed?.id ?? ADDRESS_IDS.map((pattern) => pattern.exec(path)?.[1]).find(Boolean)
  if (named) return named
  const own = found.filter(({ isOwn }) => isOwn)
  return own.find(({ isCode }) => isCode)?.id ?? onlyCode(found) ?? own[0]?.id ?? mostFrequent(found)
}

function collect(body: Element, headline: Element | undefined): Found[] {
  const found: Found[] = []
  const around = new Set(ancestors(headline))
  /** The form of the first field after the headline; what other forms buy is another thing. */
  let form: Element | undefined
  let isBelow = false
  const add = (name: string, value: string | undefined, isOwn: boolean, isField: boolean) => {
    const isCode = CODE_NAME.test(name)
    const id = value?.trim()
    if (!id || id === '0' || !(isField ? FIELD_ID : ID).test(id)) return false
    found.push({ id, isCode, isOwn, weight: isField ? 2 : 1 })
    return true
  }
  for (const element of findAll(body)) {
    const { tag, attrs } = element
    if (element === headline) isBelow = true
    const name = FIELDS.has(tag) ? (attrs.name ?? attrs.id ?? '') : ''
    if (name !== '' && isNumberName(name)) {
      const own = isBelow ? formOf(element) : undefined
      const isOwn = own !== undefined && (form === undefined || form === own)
      if (add(name, attrs.value, isOwn, true) && isOwn) form = own
    }
    for (const key in attrs)
      if (key.startsWith('data-') && isNumberName(key.slice(5)))
        add(key.slice(5), attrs[key], around.has(element), false)
  }
  return found
}

function isNumberName(name: string): boolean {
  return name.length < 30 && (CODE_NAME.test(name) || ID_NAME.test(name))
}

/** At most this many elements above one are looked at. */
const MOST_ABOVE = 60

function ancestors(element: Element | undefined): Element[] {
  const above: Element[] = []
  for (let at = element?.parent; at?.type === ELEMENT && above.length < MOST_ABOVE; at = at.parent)
    above.push(at)
  return above
}

function formOf(element: Element): Element | undefined {
  return ancestors(element).find(({ tag }) => tag === 'form')
}

/** The code of a page that carries no other: a list would have one for each of its things. */
function onlyCode(found: readonly Found[]): string | undefined {
  const codes = new Set(found.flatMap(({ id, isCode }) => (isCode ? [id] : [])))
  return codes.size === 1 ? [...codes][0] : undefined
}

/** A number that the address does not confirm must be the page's only one, or stand out among those of its tiles. */
function mostFrequent(found: readonly Found[]): string | undefined {
  const counts = new Map<string, number>()
  for (const { id, weight } of found) counts.set(id, (counts.get(id) ?? 0) + weight)
  const [best, second] = [...counts].sort((a, b) => b[1] - a[1])
  return best && best[1] >= 2 && best[1] >= 3 * (second?.[1] ?? 0) ? best[0] : undefined
}
