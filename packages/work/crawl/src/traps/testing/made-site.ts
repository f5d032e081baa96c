import { fnv1a, mix32 } from '@gleaner/runtime/hash'

/** A site that is made as it is asked for: an address's page, or where it redirects to. */
export type MadeSite = (url: URL) => string | { redirect: string } | undefined

/** A number in 0..1 for each text: the same text has the same one. */
export function chance(text: string): number {
  return mix32(fnv1a(text)) / 2 ** 32
}

const SYLLABLES = 'ba co di fe gu ha jo ki lu ma ne po ra si tu ve wo xa yi zu'.split(' ')

export function word(seed: string): string {
  const count = 2 + Math.floor(chance(`${seed}#`) * 3)
  return Array.from({ length: count }, (_, n) => SYLLABLES[Math.floor(chance(`${seed}.${n}`) * 20)]).join('')
}

export function words(seed: string, count: number): string {
  return Array.from({ length: count }, (_, n) => word(`${seed}/${n}`)).join(' ')
}

export function hex(seed: string, chars = 32): string {
  return Array.from({ length: chars }, (_, n) => Math.floor(chance(`${seed}:${n}`) * 16).toString(16)).join(
    '',
  )
}

export function html(title: string, text: string, links: readonly string[]): string {
  const list = links.map(
    (link) => `<li><a href="${link.replaceAll('&', '&amp;')}">${word(link)} ${word(`${link}+`)}</a></li>`,
  )
  return `<!doctype html><title>${title}</title><body><nav><a href="/">Home</a> <a href="/about">About</a></nav><main><h1>${title}</h1><p>${text}</p><ul>${list.join('')}</ul></main></body>`
}

/** The same without links in its list's words: what a program writes that has nothing to tell. */
export function template(title: string, text: string, links: readonly string[]): string {
  const list = links.map((link) => `<li><a href="${link.replaceAll('&', '&amp;')}">more</a></li>`)
  return `<!doctype html><title>${title}</title><body><main><h1>${title}</h1><p>${text}</p><ul>${list.join('')}</ul></main></body>`
}
