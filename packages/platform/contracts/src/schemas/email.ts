import { z } from 'zod'

const EMAIL_CHARS = { all: 254, local: 64 }
/** RFC 5322's dot-atom, and letters of any script (RFC 6531). */
const LOCAL_PART = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
const DOMAIN = /^([\p{L}\p{N}\p{M}-]+\.)+[\p{L}\p{N}\p{M}-]+$/u

/**
 * An e-mail address in the one form in which it is stored and compared: small letters, compatible characters unified (NFKC), and the
 * domain in ASCII (`ann@bücher.example` is `ann@xn--bcher-kva.example`). Undefined for what is no address.
 */
export function normalizeEmail(text: string): string | undefined {
  if (text.length > 4 * EMAIL_CHARS.all) return undefined
  const [local = '', domain = '', ...rest] = text
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFKC')
    .split('@')
  if (rest.length > 0 || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) return undefined
  // The URL parser's form of a host is UTS 46's; a number at the end would make an IPv4 address of it.
  const ascii = URL.parse(`http://${domain}`)?.hostname
  if (ascii === undefined || /\.\d+$/.test(ascii)) return undefined
  const email = `${local}@${ascii}`
  return local.length <= EMAIL_CHARS.local && email.length <= EMAIL_CHARS.all ? email : undefined
}

/** An e-mail address, in the form of `normalizeEmail`. */
export const Email = z
  .string()
  .refine((text) => normalizeEmail(text) !== undefined, 'must be an e-mail address such as ann@example.com')
  .transform((text) => normalizeEmail(text)!)
  .describe('An e-mail address, compared in small letters.')
