import { html } from 'parse5'

/** Attributes that pages have most. */
const ATTRIBUTES =
  'abbr action align alt aria-controls aria-current aria-describedby aria-expanded aria-haspopup aria-hidden aria-label aria-labelledby ' +
  'async autocomplete border charset checked class colspan content crossorigin data-id data-src data-srcset data-target ' +
  'data-toggle data-type data-url datetime decoding defer dir disabled fetchpriority for height hidden href hreflang id ' +
  'integrity itemid itemprop itemscope itemtype lang loading maxlength media method name nonce onclick placeholder ' +
  'property rel role rowspan scope selected sizes src srcset style tabindex target title type usemap value valign ' +
  'viewbox width xmlns'

/** Keys of an object are strings that exist once, so that comparing two of them is comparing two addresses. */
const KNOWN = Object.keys(
  Object.fromEntries(
    [...Object.values(html.TAG_NAMES), ...ATTRIBUTES.split(' ')].map((name) => [name, true]),
  ),
)

const PLACES = 1_024
const BY_PLACE: (readonly string[] | undefined)[] = new Array(PLACES).fill(undefined)
for (const name of KNOWN) {
  const place = placeOf(name.charCodeAt(0), name.charCodeAt(name.length - 1), name.length)
  BY_PLACE[place] = [...(BY_PLACE[place] ?? []), name]
}

/**
 * The name of a tag or attribute that stands from `from` to `to`: the same string for the same name where it is a usual
 * one, without a copy. Readers compare the names of all elements, over and over.
 */
export function nameAt(text: string, from: number, to: number): string {
  const known = BY_PLACE[placeOf(text.charCodeAt(from), text.charCodeAt(to - 1), to - from)]
  if (known)
    for (const name of known) if (name.length === to - from && standsAt(text, from, name)) return name
  return text.slice(from, to)
}

function standsAt(text: string, from: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) if (text.charCodeAt(from + i) !== name.charCodeAt(i)) return false
  return true
}

function placeOf(first: number, last: number, length: number): number {
  return (first * 29 + last * 101 + length * 7) & (PLACES - 1)
}
