import { describe, expect, test } from '@jest/globals'
import { type AskedOfSession, foreignUseIssues } from './foreign-use.ts'

const pathsOf = (advanced: AskedOfSession['advanced'], url = 'https://example.com/') =>
  foreignUseIssues({ url, advanced }).map(({ path }) => path)

describe('who may only use a session may ask', () => {
  test.each<[string, AskedOfSession['advanced']]>([
    ['for a page', {}],
    [
      'for steps on a page',
      {
        actions: [
          { type: 'click', selector: 'a[href="/x"]' },
          { type: 'wait', milliseconds: 5 },
        ],
      },
    ],
    ['to wait for an element', { wait_for: 'input[name=a]' }],
    ['with other headers', { session_headers: { 'X-Token': 'x', Accept: 'text/html' } }],
    ['with nothing of that', { use_own_proxy: false, screenshot: false, generate_pdf: false, actions: [] }],
  ] as never)('%s', (_, advanced) => {
    expect(pathsOf(advanced)).toEqual([])
  })
})

describe('who may only use a session may not ask', () => {
  test.each(['http://example.com/', 'HTTP://example.com/', 'no address'])('for %s', (url) => {
    expect(pathsOf({}, url)).toEqual(['url'])
  })

  test.each(['^=', '$=', '*=', '~=', '|='])('what attributes hold, part by part (%s)', (operator) => {
    const selector = `input[value${operator}"a"]`
    expect(pathsOf({ wait_for: selector })).toEqual(['advanced.wait_for'])
    const click = { type: 'click' as const, selector }
    expect(pathsOf({ actions: [{ type: 'scroll' }, click] } as never)).toEqual(['advanced.actions'])
  })

  test.each<[string, AskedOfSession['advanced']]>([
    ['advanced.use_own_proxy', { use_own_proxy: true }],
    ['advanced.screenshot', { screenshot: true }],
    ['advanced.actions', { actions: [{ type: 'execute_js', script: '1' }] }],
    ['advanced.generate_pdf', { generate_pdf: true }],
    ['advanced.actions', { actions: [{ type: 'scroll' }, { type: 'screenshot' }] } as never],
    ['advanced.session_headers', { session_headers: { Accept: '*/*', 'If-Range': 'x' } }],
    ['advanced.session_headers', { session_headers: { range: 'bytes=0-1' } }],
    ['advanced.session_headers', { session_headers: { 'Accept-Encoding': 'br' } }],
  ])('for %s', (path, advanced) => {
    expect(pathsOf(advanced)).toEqual([path])
  })

  test('for several things, each of which is named with what is wrong', () => {
    const issues = foreignUseIssues({ url: 'http://example.com/', advanced: { screenshot: true } })
    expect(issues.map(({ path }) => path)).toEqual(['url', 'advanced.screenshot'])
    for (const { message } of issues) expect(message).toContain('this session is not yours to change')
  })
})
