import type { Issue } from '@gleaner/contracts'
import { LIMITS } from '@gleaner/contracts/limits'
import { unreadable, type Written, type WrittenCookie } from './written-cookie.ts'

/** What curl and wget write in the first line, and a line of fields. */
const TITLE = /^#\s*(?:Netscape )?HTTP Cookie File/im
const FIELDS = /^[^\s=;]+[\t ]+(?:TRUE|FALSE)[\t ]+\/\S*[\t ]+(?:TRUE|FALSE)[\t ]/im

/** The mark of cookies that scripts do not see, in front of the domain. */
const HTTP_ONLY = '#HttpOnly_'

export function isCookiesTxt(text: string): boolean {
  return TITLE.test(text) || FIELDS.test(text)
}

/** Netscape's cookies.txt: domain, whether subdomains are meant, path, secure, expiry, name and value, divided by tabs. */
export function fromCookiesTxt(text: string): Written {
  const lines = text.split(/\r\n|\n|\r/, LIMITS.importedCookies + 1)
  if (lines.length > LIMITS.importedCookies)
    return unreadable(`has more than ${LIMITS.importedCookies} lines`)
  const cookies: WrittenCookie[] = []
  const issues: Issue[] = []
  for (const [at, line] of lines.entries()) {
    const place = `line ${at + 1}`
    const isHttpOnly = line.startsWith(HTTP_ONLY)
    if (line.trim() === '' || (line.startsWith('#') && !isHttpOnly)) continue
    const fields = fieldsOf(isHttpOnly ? line.slice(HTTP_ONLY.length) : line)
    if (fields) cookies.push(readFields(fields, isHttpOnly, place))
    else {
      const message = `${place} must have 7 fields with tabs between: domain, TRUE or FALSE for its subdomains, path, TRUE or FALSE for secure, expiry, name, value`
      issues.push({ path: 'cookies', message })
    }
  }
  return { cookies, issues }
}

type Fields = [
  domain: string,
  subdomains: string,
  path: string,
  secure: string,
  expires: string,
  name: string,
  value?: string,
]

/** A value may be missing. Tabs become blanks where the text was copied from a page. */
function fieldsOf(line: string): Fields | undefined {
  const fields = line.includes('\t') ? line.split('\t') : line.trim().split(/ +/)
  const isComplete = fields.length === 6 || fields.length === 7
  return isComplete && isFlag(fields[1]!) && isFlag(fields[3]!) ? (fields as Fields) : undefined
}

const isFlag = (text: string) => /^(?:TRUE|FALSE)$/i.test(text)
const isTrue = (text: string) => text.toUpperCase() === 'TRUE'

function readFields(fields: Fields, httpOnly: boolean, place: string): WrittenCookie {
  const [domain, subdomains, path, secure, expires, name, value = ''] = fields
  return {
    name,
    value,
    domain,
    hostOnly: !isTrue(subdomains) && !domain.startsWith('.'),
    path,
    expires,
    secure: isTrue(secure),
    httpOnly,
    fault: (field, message) => ({ path: 'cookies', message: `${place}: the ${field} ${message}` }),
  }
}
