import { ScrapeRequest } from '@gleaner/contracts'
import { describe, expect, test } from '@jest/globals'
import { describeIssue } from './describe-issue.ts'

const url = 'https://example.com'

/** The message of each fault by its path. */
function faults(request: unknown): Record<string, string> {
  const { error } = ScrapeRequest.safeParse(request, { error: describeIssue })
  return Object.fromEntries(error!.issues.map((issue) => [issue.path.join('.'), issue.message]))
}

describe('a fault is described in words', () => {
  test.each<[object, string, string]>([
    [{}, 'url', 'is required: the page to fetch'],
    [{ url: 5 }, 'url', 'must be a string'],
    [{ url, timeout: 0 }, 'timeout', 'must be at least 1'],
    [{ url, timeout: 301 }, 'timeout', 'is in seconds, and must be at most 300'],
    [{ url, timeout: 30_000 }, 'timeout', 'is in seconds, and must be at most 300; did you mean 30?'],
    [{ url, timeout: 1.5 }, 'timeout', 'must be a whole number'],
    [{ url, cache_ttl: 90_000 }, 'cache_ttl', 'is in seconds, and must be at most 86,400'],
    [
      { url, cache_ttl: 3_600_000 },
      'cache_ttl',
      'is in seconds, and must be at most 86,400; did you mean 3600?',
    ],
    [
      { url, location: { country: 'Germany' } },
      'location.country',
      'must be an ISO 3166-1 alpha-2 country code such as "DE"; did you mean "DE"?',
    ],
    [
      { url, location: { language: 'English' } },
      'location.language',
      'must be an ISO 639-1 language code such as "de"; did you mean "en"?',
    ],
    [{ url, session_id: 'x' }, 'session_id', 'must be a UUID'],
    [{ url, mode: 'x' }, 'mode', 'must be one of "auto", "html", "js", "pdf", "ocr"'],
    [{ url, advanced: { wait_for: '' } }, 'advanced.wait_for', 'must have at least 1 character'],
    [
      { url, cost_controls: { force_tier: '6' } },
      'cost_controls.force_tier',
      'must be one of "1", "2", "3", "3.5", "4", "5", or a name: "curl", "http", "stealth", "light", "browser", "captcha"',
    ],
    [{ url, advanced: { wait_for: true } }, 'advanced.wait_for', 'must be a string, or must be a number'],
    [
      { url, advanced: { actions: [{ type: 'fly' }] } },
      'advanced.actions.0.type',
      'must be one of "wait", "click", "type", "press", "scroll", "select", "hover", "screenshot", "execute_js"',
    ],
    [{ url, advanced: [] }, 'advanced', 'must be an object'],
    [{ url, formats: [] }, 'formats', 'name at least one format, or leave the field out'],
    [{ url, sync: 'maybe' }, 'sync', 'must be true or false'],
    [{ url, body: {} }, 'body', 'must be a string: JSON is sent as the text that it is'],
    [{ url, cookies: 'a' }, 'cookies', 'must be the text of a Cookie header, such as "sid=7f9c2b; lang=en"'],
    [
      { url, advanced: { actions: [{ type: 'wait' }] } },
      'advanced.actions.0.ms',
      'is required, or a selector: what the step waits for',
    ],
  ])('%j', (request, path, message) => {
    expect(faults(request)).toEqual({ [path]: message })
  })
})

describe('a fault says what was probably meant', () => {
  test.each<[object, string, string]>([
    [{ url: 'example.com/a?b' }, 'url', 'such as https://example.com/a?b'],
    [{ url: 'a b' }, 'url', 'such as https://example.com/page'],
    [{ url: `"${url}/a"` }, 'url', 'such as https://example.com/a'],
    [{ url: `[a page](${url}/a)` }, 'url', 'such as https://example.com/a'],
    [{ url: 'https://https://example.com/a' }, 'url', 'such as https://example.com/a'],
    [{ url: `${url}/a, ${url}/b` }, 'url', 'POST /batch'],
    [{ url: `${url}/a\n${url}/b` }, 'url', 'POST /batch'],
    [{ url: [url] }, 'url', 'POST /batch'],
    [{ url, formats: 'text' }, 'formats', 'must be an array; did you mean ["text"]?'],
    [{ url, formats: ['Markdown'] }, 'formats.0', 'did you mean "markdown"?'],
    [{ url, location: { language: 'en_US' } }, 'location.language', 'did you mean "en-US"?'],
    [{ url, mode: 'JS' }, 'mode', 'did you mean "js"?'],
    [{ url, method: 'post', body: '' }, 'method', 'did you mean "POST"?'],
    [{ url, extraction_profile: 'products' }, 'extraction_profile', 'did you mean "product"?'],
    [{ url, cache: 'true' }, 'cache', 'must be true or false; send true without quotes'],
    [{ url, timeout: '30' }, 'timeout', 'must be a number; send 30 without quotes'],
    [{ url, cache: 'True' }, 'cache', 'must be true or false; send true without quotes'],
    [{ url, cache: 1 }, 'cache', 'must be true or false; did you mean true?'],
    [{ url, sync: 'no' }, 'sync', 'must be true or false; did you mean false?'],
    [{ url, timeout: '30s' }, 'timeout', 'must be a number alone, without a unit'],
    [{ url, formats: 'html, text' }, 'formats', 'did you mean ["html","text"]?'],
    [{ url, formats: { html: true, text: false } }, 'formats', 'did you mean ["html"]?'],
    [
      { url, advanced: { exclude_selectors: '#a:is(b, c)' } },
      'advanced.exclude_selectors',
      '["#a:is(b, c)"]?',
    ],
    [{ url, external_id: 42 }, 'external_id', 'must be a string; put it in quotes'],
    [{ url, external_id: ['a secret'] }, 'external_id', 'must be a string; take it out of its brackets'],
    [{ url, location: 'DE' }, 'location', 'must be an object; there are "country", "language"'],
    [{ url, location: '{"country":"DE"}' }, 'location', 'send it as it is, not as a text in quotes'],
    [{ url, advanced: { session_headers: 'A: b' } }, 'advanced.session_headers', 'such as {"name": "value"}'],
    [{ url, session_id: 12_345 }, 'session_id', 'must be a UUID'],
    [{ url, advanced: { cookies: [] } }, 'advanced.cookies', 'such as {"sid": "7f9c2b"}'],
    [{ url, advanced: { actions: [{ type: 'fill' }] } }, 'advanced.actions.0.type', 'did you mean "type"?'],
    [{ url, advanced: { actions: [{ click: 'a' }] } }, 'advanced.actions.0.type', 'is required, and must be'],
  ])('%j', (request, path, message) => {
    expect(faults(request)).toEqual({ [path]: expect.stringContaining(message) })
  })

  test('but not what every object inherits', () => {
    const fault = faults({ url, advanced: { actions: [{ type: 'constructor' }] } })
    expect(fault).toEqual({ 'advanced.actions.0.type': expect.not.stringContaining('did you mean') })
  })
})

describe('a URL', () => {
  test.each(['\u0000', '\r\nX-Injected: 1', '\u007f'])('with %j inside is refused', (text) => {
    expect(faults({ url: `${url}/a${text}b` })).toEqual({ url: 'must not contain control characters' })
  })

  test('that ends in a null byte, which the URL parser drops, is refused', () => {
    expect(faults({ url: `${url}/\u0000` })).toEqual({ url: 'must not contain control characters' })
  })

  test('may stand in white space', () => {
    expect(ScrapeRequest.parse({ url: ` ${url}/\n` }).url).toBe(`${url}/`)
  })
})
