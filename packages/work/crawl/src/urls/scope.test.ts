import { expect, test } from '@jest/globals'
import { createScope, type ScopeOptions } from './scope.ts'

const judge = (url: string, options: Partial<ScopeOptions> = {}, depth = 1) => {
  const judgement = createScope({ url: 'https://docs.example.com/guide/', maxDepth: 3, ...options }).judgeUrl(
    url,
    depth,
  )
  return judgement.accept ? 'accepted' : judgement.skip
}

test.each<[string, string, Partial<ScopeOptions>?]>([
  ['https://docs.example.com/', 'accepted'],
  ['http://docs.example.com/other', 'accepted'],
  ['https://www.docs.example.com/a', 'accepted'],
  ['https://example.com/', 'other_host'],
  ['https://docs.example.com:8443/', 'other_host'],
  ['https://docs.example.com.evil.example/', 'other_host'],
  ['https://v1.docs.example.com/', 'other_host'],
  ['https://v1.docs.example.com/', 'accepted', { includeSubdomains: true }],
  ['https://evildocs.example.com/', 'other_host', { includeSubdomains: true }],
  ['https://shop.example.com/', 'accepted', { includeSubdomains: true, url: 'https://www.example.com/' }],
  ['https://1.127.0.0.1/', 'invalid_url', { includeSubdomains: true, url: 'http://127.0.0.1/' }],
  ['https://new.example/a', 'accepted', { startedAt: 'https://new.example/' }],
  ['ftp://docs.example.com/', 'invalid_url'],
  [`https://docs.example.com/${'a'.repeat(9_000)}`, 'invalid_url'],
  ['https://docs.example.com/a.png', 'file_type'],
  ['https://docs.example.com/a.PNG?x', 'file_type'],
  ['https://docs.example.com/main.js', 'file_type'],
  ['https://docs.example.com/Node.js', 'accepted'],
  ['https://docs.example.com/wiki/File:Map.png', 'accepted'],
  ['https://docs.example.com/a.pdf', 'accepted'],
  ['https://docs.example.com/v1.2', 'accepted'],
  ['https://docs.example.com/?file=a.png', 'accepted'],
  ['https://docs.example.com/blog/a', 'accepted', { includePatterns: ['/blog/**'] }],
  ['https://docs.example.com/shop/a', 'not_included', { includePatterns: ['/blog/**'] }],
  ['https://docs.example.com/guide', 'accepted', { includePatterns: ['/blog/**'] }],
  ['https://docs.example.com/blog/a', 'excluded', { excludePatterns: ['/blog/*'] }],
  ['https://docs.example.com/blog/a', 'excluded', { includePatterns: ['/**'], excludePatterns: ['/blog/*'] }],
])('%s: %s', (url, verdict, options = {}) => expect(judge(url, options)).toBe(verdict))

test('depth ends a crawl, but for its start page', () => {
  expect(judge('https://docs.example.com/a', {}, 3)).toBe('accepted')
  expect(judge('https://docs.example.com/a', {}, 4)).toBe('max_depth')
  expect(judge('https://docs.example.com/guide', {}, 4)).toBe('accepted')
  expect(judge('https://docs.example.com/a', { maxDepth: 0 }, 1)).toBe('max_depth')
})

test('judgements of one scope do not depend on what it has judged before', () => {
  const scope = createScope({ url: 'https://a.example/', maxDepth: 1 })
  expect(scope.judgeUrl('https://a.example/x', 2)).toEqual({ accept: false, skip: 'max_depth' })
  expect(scope.judgeUrl('https://a.example/x', 1).accept).toBe(true)
  expect(scope.judgeUrl('https://a.example/x/', 1)).toEqual(scope.judgeUrl('https://a.example/x', 1))
})
