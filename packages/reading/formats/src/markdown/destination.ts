import type { Image, Link } from '../block.ts'

/** `](address "title")`, the end of a link. A title that repeats the text was left out when the page was read. */
export function linkEnd({ href, title }: Pick<Link, 'href' | 'title'>): string {
  return `](${destination(href)}${titlePart(title)})`
}

export function image({ src, alt, title }: Image): string {
  return `![${altText(alt)}](${destination(src)}${titlePart(title === alt ? '' : title)})`
}

/** An address as Markdown reads it: white space and unbalanced brackets escaped. */
function destination(address: string): string {
  if (address === '' || /^[<]/.test(address))
    return `<${address.replace(/[<>\n]/g, (found) => encodeURIComponent(found))}>`
  if (!/[\s<>()\\|]/.test(address)) return address
  const plain = address.replace(/[\s<>\\|]/g, (found) => encodeURIComponent(found))
  return isBalanced(plain) ? plain : plain.replace(/\(/g, '%28').replace(/\)/g, '%29')
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const character of text) {
    if (character === '(') depth++
    else if (character === ')' && --depth < 0) return false
  }
  return depth === 0
}

function titlePart(title: string): string {
  return title === '' ? '' : ` "${title.replace(/[\\"]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&')}"`
}

function altText(alt: string): string {
  if (!/[[\]*_`<&\\]/.test(alt)) return alt
  return alt
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .replace(/[[\]*_`<]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '\\&')
}
