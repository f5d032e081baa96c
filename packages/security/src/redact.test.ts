import { expect, test } from '@jest/globals'
import { redactUrl } from './redact.ts'

test.each([
  ['http://user:pass@proxy.example.com:8080/', 'http://***@proxy.example.com:8080/'],
  ['socks5://u:p@1.2.3.4:1080', 'socks5://***@1.2.3.4:1080'],
  ['/ws/jobs?api_key=sk_live_x&a=1', '/ws/jobs?api_key=***&a=1'],
  ['https://example.com/f?API_KEY=x&api_key=y', 'https://example.com/f?API_KEY=***&api_key=***'],
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['http://exa mple/', '[not a URL]'],
])('%s is logged as %s', (url, shown) => {
  expect(redactUrl(url)).toBe(shown)
})
