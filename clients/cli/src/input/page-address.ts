import { misuse } from '../failure.ts'

const HOST = /^(?:localhost|\[[\da-f:.]+\]|[^\s/:?#@]+\.[^\s/:?#@.]+)(?::\d{1,5})?(?:[/?#]|$)/i
const THIS_MACHINE = /^(?:localhost|127\.|\[::1\])/i

/** The address of a page as people write it: `example.com/a` is https. Undefined for what is none. */
export function pageAddress(text: string): string | undefined {
  const trimmed = text.trim()
  if (/^https?:\/\/[^\s/]/i.test(trimmed)) return URL.canParse(trimmed) ? trimmed : undefined
  if (trimmed.includes('://') || !HOST.test(trimmed) || /\s/.test(trimmed)) return undefined
  const whole = `${THIS_MACHINE.test(trimmed) ? 'http' : 'https'}://${trimmed}`
  return URL.canParse(whole) ? whole : undefined
}

/** Throws for what is none. */
export function readPageAddress(text: string): string {
  const address = pageAddress(text)
  if (address) return address
  throw misuse(`"${text}" is no address of a page.`, 'It looks like https://example.com/page.')
}
