import type { CapturedXhr, FetchedPage } from '@gleaner/http-tiers'
import type { SessionSecrets } from '@gleaner/sessions'
import { encodedForms } from './redaction/encoded-forms.ts'
import { foreignValues } from './redaction/foreign-values.ts'
import { opaqueValues } from './redaction/opaque-values.ts'
import { HIDDEN, type Replacer, replacerOf } from './redaction/replacer.ts'
import { storageTexts } from './redaction/storage-texts.ts'
import { writtenForms } from './redaction/written-forms.ts'

/**
 * A page as whoever may use a session may see it, which is not only who brought the session: without the values of `Set-Cookie`, and
 * without the session's secrets where the page repeats them, and without the cookies that were set on the way to it. Pictures and PDFs stay
 * as they are, and so does the jar. A page that holds nothing of the kind is handed back itself.
 */
export function redactSecrets(page: FetchedPage, secrets: HiddenSecrets): FetchedPage {
  const replacer = secretReplacer(secrets, page)
  const { actionResults, capturedXhr, requestHeaders } = page
  const shown: FetchedPage = {
    ...page,
    finalUrl: replacer.text(page.finalUrl),
    redirectChain: page.redirectChain.map(({ url, status }) => ({ url: replacer.text(url), status })),
    headers: redactHeaders(page.headers, replacer),
    ...(requestHeaders && { requestHeaders: redactHeaders(requestHeaders, replacer) }),
    body: replacer.bytes(page.body, { isJson: isJson(page.headers['content-type']) }),
    ...(capturedXhr && { capturedXhr: capturedXhr.map((xhr) => redactXhr(xhr, replacer)) }),
    ...(actionResults && {
      actionResults: actionResults.map(({ error, ...result }) =>
        error === undefined ? result : { ...result, error: replacer.text(error) },
      ),
    }),
  }
  return replacer.replaced() || hasCookies(page) ? shown : page
}

/** What is hidden. `isForeign`: who is shown it may only use the session, and is shown none of its values. */
export type HiddenSecrets = SessionSecrets & { isForeign?: boolean }

/** Hides a session's secrets, and what an attempt was given besides. */
export function secretReplacer(
  secrets: HiddenSecrets,
  { cookies: jar = [], setValues = [] }: Pick<FetchedPage, 'cookies' | 'setValues'> = {},
): Replacer {
  const given = [...setValues, ...jar.slice(0, MAX_OF_JAR).map(({ value }) => value)]
  const forms = secrets.isForeign
    ? foreignValues(secrets, given).flatMap(encodedForms)
    : tokensOf(secrets, given).flatMap(writtenForms)
  return replacerOf([...new Set(forms)].slice(0, MAX_FORMS))
}

function tokensOf({ cookies, headers, storage }: SessionSecrets, given: readonly string[]): string[] {
  const own = [
    ...cookies.map(({ value }) => value),
    ...Object.values(headers),
    ...storageTexts(storage).secret,
  ]
  return [...new Set([...own, ...given].flatMap(opaqueValues))]
}

function isJson(type = ''): boolean {
  return /[/+]json\b/i.test(type)
}

/** Cookies that scripts of pages set; a target can fill a jar with thousands. */
const MAX_OF_JAR = 300
/** Of more than a search can tell apart by their beginnings, the last are left out: those that the target made up. */
const MAX_FORMS = 4096

function hasCookies({ headers }: FetchedPage): boolean {
  return Object.keys(headers).some(setsCookies)
}

function setsCookies(name: string): boolean {
  return name === 'set-cookie' || name === 'set-cookie2'
}

function redactHeaders(headers: FetchedPage['headers'], { text }: Replacer): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      setsCookies(name) ? withoutValues(value) : text(value),
    ]),
  )
}

/** `Set-Cookie` lines with their names and attributes. One without `=` is a value without a name (RFC 6265bis, 5.6). */
function withoutValues(lines: string): string {
  return lines
    .split('\n')
    .map((line) => line.replace(/^(?:([^=;]*=)[^;]*|[^;]*)/, (_, name = '') => `${name}${HIDDEN}`))
    .join('\n')
}

function redactXhr(xhr: CapturedXhr, replacer: Replacer): CapturedXhr {
  return { ...xhr, url: replacer.text(xhr.url), body: replacer.json(xhr.body) }
}
