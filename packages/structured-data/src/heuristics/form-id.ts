import { type Element, findAll } from '@gleaner/markup'

/** Names of fields and attributes that carry the number of the product that a form or button buys. */
const ID_FIELD =
  /^(?:asin|sku|product[-_]?(?:id|code|sku|no|number)|item[-_]?(?:id|no|number)|id[-_]?product|prod[-_]?id|article[-_]?(?:id|no|number|nr)|pid|partnumber|products_id|add-to-cart|virtuemart_product_id\[\])$/i
const FIELDS: ReadonlySet<string> = new Set(['input', 'button'])
const ID_ATTRIBUTES = [
  'data-sku',
  'data-product-sku',
  'data-asin',
  'data-product-code',
  'data-productcode',
  'data-product-id',
  'data-productid',
  'data-product_id',
  'data-pid',
  'data-item-id',
  'data-itemid',
  'data-article-number',
  'data-product',
]
const ID = /^(?=.*\d)[\w./-]{3,24}$/
/** A field that is named for the number may hold a short one: small shops count from 1. */
const FIELD_ID = /^(?=.*\d)[\w./-]{1,24}$/
/** Numbers in addresses of product pages: Amazon's, eBay's, and a long number at the end of the last part or alone in one. */
const ADDRESS_IDS = [
  /\/(?:dp|gp\/product)\/([A-Z\d]{10})(?=[/?]|$)/,
  /\/(?:itm|item|product|prod|p|detail)s?\/(?:[^/?]+\/)?(\d{5,14})(?=[/_?]|$)/i,
  /[-_/.](?:p|id|sku|art)?[-_.]?(\d{6,14})(?:\.html?)?\/?$/i,
]

/** The product's number as forms, data attributes or the address carry it; of several the one that the address has too, else the most frequent. */
export function findFormId(body: Element | undefined, url: string): string | undefined {
  const counts = new Map<string, number>()
  const add = (id: string | undefined, weight: number, form = ID) => {
    const text = id?.trim()
    if (text && text !== '0' && form.test(text)) counts.set(text, (counts.get(text) ?? 0) + weight)
  }
  if (body) {
    for (const { tag, attrs } of findAll(body)) {
      if (FIELDS.has(tag) && ID_FIELD.test(attrs.name ?? attrs.id ?? '')) add(attrs.value, 2, FIELD_ID)
      for (const key of ID_ATTRIBUTES) if (attrs[key] !== undefined) add(attrs[key], 1)
    }
  }
  const path = URL.parse(url)?.pathname ?? ''
  for (const id of counts.keys()) if (ID.test(id) && path.includes(id)) return id
  const named = ADDRESS_IDS.map((pattern) => pattern.exec(path)?.[1]).find(Boolean)
  if (named) return named
  const [best, second] = [...counts].sort((a, b) => b[1] - a[1])
  // A number that the address does not confirm must be the page's only one, or stand out among those of its tiles.
  return best && best[1] >= 2 && best[1] >= 3 * (second?.[1] ?? 0) ? best[0] : undefined
}
