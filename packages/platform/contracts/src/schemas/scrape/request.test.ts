import { describe, expect, test } from '@jest/globals'
import { ScrapeRequest } from './request.ts'
import { scrapeRuleIssues } from './rules.ts'

const url = 'https://example.com/'
const issuesOf = (request: object) =>
  (ScrapeRequest.safeParse({ url, ...request }).error?.issues ?? []).map(
    ({ path, message }) => `${path.join('.')} ${message}`,
  )

describe('a field that belongs elsewhere has the meaning of its place', () => {
  test.each<[object, object]>([
    [{ render_js: true }, { advanced: { render_js: true } }],
    [{ render_js: 'auto' }, { advanced: {} }],
    [{ advanced: { render_js: 'auto' } }, { advanced: { render_js: undefined } }],
    [{ wait_until: 'load' }, { advanced: { wait_condition: 'load' } }],
    [{ enable_scroll: true }, { advanced: { scroll_to_load: true } }],
    [{ cookies: { a: '1' } }, { advanced: { cookies: { a: '1' } } }],
    [{ cookies: 'Cookie: a=1; b=c=d' }, { advanced: { cookies: { a: '1', b: 'c=d' } } }],
    [{ headers: { A: 'b' } }, { advanced: { session_headers: { A: 'b' } } }],
    [{ block_resources: ['fonts', 'images'] }, { advanced: { block_images: true } }],
    [{ ocr_language: 'deu+fra' }, { advanced: { ocr_languages: ['deu', 'fra'] } }],
    [{ mode: 'ocr', language: 'deu' }, { advanced: { ocr_languages: ['deu'] } }],
    [{ language: 'de', country: 'de' }, { location: { language: 'de', country: 'DE' } }],
    [{ prefer_cost: true, fail_fast: true }, { cost_controls: { prefer_cost: true, fail_fast: true } }],
    [{ cost_controls: { prefer: 'speed' } }, { cost_controls: { prefer_speed: true } }],
    [{ cost_controls: { max_cost_dollars: 0.01 } }, { cost_controls: { max_cost: 50 } }],
    [{ time_budget: 20, timeout: 60 }, { timeout: 20 }],
    [{ cost_controls: { time_budget: 20 } }, { timeout: 20 }],
    [{ mode: 'pdf', pdf_format: 'text' }, { formats: ['text'] }],
    [{ mode: 'pdf', pdf_format: 'text', formats: ['json'] }, { formats: ['json'] }],
    [{ extraction_profile: 'product' }, { extraction_schema: { properties: { price: { type: 'number' } } } }],
    [{ extraction_profile: 'product', extraction_schema: { a: 1 } }, { extraction_schema: { a: 1 } }],
    // What clients send who ask for nothing goes before no other value.
    [
      { wait_until: 'networkidle', advanced: { wait_condition: 'load' } },
      { advanced: { wait_condition: 'load' } },
    ],
    [
      { wait_until: 'load', advanced: { wait_condition: 'networkidle' } },
      { advanced: { wait_condition: 'load' } },
    ],
    [{ screenshot: true, advanced: { screenshot: false } }, { advanced: { screenshot: true } }],
  ])('%j', (given, means) => {
    expect(ScrapeRequest.parse({ url, ...given })).toMatchObject(means)
    expect(ScrapeRequest.parse({ url, ...given })).not.toHaveProperty('warnings')
  })
})

describe('a tier may be written', () => {
  test.each<[unknown, string]>([
    ['4', '4'],
    [4, '4'],
    ['browser', '4'],
    ['lightjs', '3.5'],
    ['Captcha', '5'],
    [3.5, '3.5'],
    ['light', '3.5'],
  ])('%j', (force_tier, tier) => {
    expect(ScrapeRequest.parse({ url, cost_controls: { force_tier } }).cost_controls.force_tier).toBe(tier)
  })

  test('3.5 as the highest, where it stands for the highest below it', () => {
    expect(ScrapeRequest.parse({ url, max_tier: '3.5' }).cost_controls.max_tier).toBe('3')
    const forced = { force_tier: '3.5', max_tier: '3.5' }
    expect(scrapeRuleIssues(ScrapeRequest.parse({ url, cost_controls: forced }))).toEqual([])
  })
})

describe('at the top level what only a browser can answer', () => {
  test.each([
    [{ screenshot: true }],
    [{ generate_pdf: true }],
    [{ wait_for: '#a' }],
    [{ wait_time: 500 }],
    [{ mobile: true }],
  ])('starts one: %j', (given) => {
    const request = ScrapeRequest.parse({ url, ...given })
    expect(request.advanced.render_js).toBe(true)
    expect(scrapeRuleIssues(request)).toEqual([])
    // That would be charged once more.
    expect(ScrapeRequest.parse({ url, mode: 'js', ...given }).advanced.render_js).toBeUndefined()
  })

  test.each([
    [{ mode: 'html' }, 'mode "html"'],
    [{ max_tier: 2 }, 'cost_controls.max_tier "2"'],
    [{ fail_fast: true }, 'cost_controls.fail_fast'],
    [{ force_tier: 'http' }, 'cost_controls.force_tier "2"'],
  ])('yields where %j allows none, but for a picture', (limit, barrier) => {
    const request = ScrapeRequest.parse({ url, wait_for: '#a', ...limit })
    expect(request.warnings).toEqual([`wait_for has no effect: ${barrier} allows no browser.`])
    expect(request.advanced).toEqual({})
    const picture = scrapeRuleIssues(ScrapeRequest.parse({ url, screenshot: true, ...limit }))
    expect(picture).toMatchObject([{ path: 'advanced.screenshot' }])
  })

  test('below advanced it is a 400, as the reference says', () => {
    const request = ScrapeRequest.parse({ url, advanced: { screenshot: true } })
    expect(scrapeRuleIssues(request)).toMatchObject([{ path: 'advanced.screenshot' }])
  })
})

test('what is known and without effect is named', () => {
  const request = ScrapeRequest.parse({ url, promote_schema_org: true, min_tier: 2 })
  expect(request.warnings).toEqual([
    expect.stringMatching(/^promote_schema_org has no effect: /),
    expect.stringMatching(/^min_tier has no effect: /),
  ])
})

test('a tier and rules, as published clients write them, do what they say', () => {
  expect(ScrapeRequest.parse({ url, tier: 4 }).cost_controls).toMatchObject({ force_tier: '4' })
  const extract_rules = { title: { selector: 'h1', type: 'text' }, price: '.price' }
  expect(ScrapeRequest.parse({ url, extract_rules }).selectors).toEqual({
    name: 'extract_rules',
    fields: {
      title: { selector: 'h1', type: 'text', many: false },
      price: { selector: '.price', type: 'text', many: false },
    },
  })
  for (const rival of [
    { template: 'mine' },
    { extraction_schema: { a: 'string' } },
    { extraction_profile: 'auto' },
  ]) {
    const { selectors, warnings } = ScrapeRequest.parse({ url, extract_rules, ...rival })
    expect([selectors, warnings]).toEqual([
      undefined,
      [expect.stringMatching(/^extract_rules has no effect beside /)],
    ])
  }
})

test('a standard template is the profile of its name, and any other is looked up later', () => {
  const { template, extraction_schema } = ScrapeRequest.parse({ url, template: 'product' })
  expect(template).toBeUndefined()
  expect(extraction_schema).toEqual(
    ScrapeRequest.parse({ url, extraction_profile: 'product' }).extraction_schema,
  )
  expect(ScrapeRequest.parse({ url, template: 'auto' })).toMatchObject({ auto_profile: true })
  expect(ScrapeRequest.parse({ url, template: 'my shop' })).toMatchObject({ template: 'my shop' })
})

test('a pause yields to an element that is waited for, and says so', () => {
  for (const name of ['wait_for', 'wait_for_selector']) {
    const request = ScrapeRequest.parse({ url, [name]: '#a', wait_time: 5 })
    expect(request.advanced).toMatchObject({ wait_for: '#a', render_js: true })
    expect(request.warnings).toEqual([`wait_time has no effect beside ${name}, which is waited for.`])
  }
})

describe('two places that say different things are named both', () => {
  test.each([
    [{ wait_for: '#a', advanced: { wait_for: '#b' } }, 'wait_for and advanced.wait_for'],
    [{ render_js: true, advanced: { render_js: false } }, 'render_js and advanced.render_js'],
    [
      { prefer_cost: true, cost_controls: { prefer_cost: false } },
      'prefer_cost and cost_controls.prefer_cost',
    ],
    [{ cookies: { a: 'secret' }, advanced: { cookies: { a: 'other' } } }, 'cookies and advanced.cookies'],
  ])('%j', (request, both) => {
    expect(issuesOf(request)).toEqual([`${both} are the same field, with different values; send one of them`])
  })
})

describe('a selector that browsers would refuse is refused', () => {
  test.each([
    ['3000', 'is a number of milliseconds, not a CSS selector; send the number 3000 without quotes'],
    ['3000ms', 'is a number of milliseconds'],
    ['//div[@id="a"]', 'is an XPath'],
    ['div >', 'is not a CSS selector'],
    ['> div', 'is not a CSS selector'],
    ['.3col', 'is not a CSS selector'],
    ['a[href=x', 'is not a CSS selector'],
    ['[a=1]', 'is not a CSS selector'],
    ['button:contains("Buy")', '":contains" is not known to browsers'],
    ['50%', 'is not a CSS selector'],
  ])('%s', (selector, message) => {
    expect(JSON.stringify(ScrapeRequest.safeParse({ url, wait_for: selector }).error?.issues)).toContain(
      JSON.stringify(message).slice(1, -1),
    )
    const actions = [{ type: 'click', selector }]
    expect(issuesOf({ advanced: { actions } })).toEqual([expect.stringContaining(message)])
  })

  test.each([
    '#mount_0_0_\\3a x',
    '.md\\:flex',
    'div:has(> img, + p)',
    'p:nth-child(2n+1 of .x)',
    ':is(h1,h2) ~ *',
    'svg|a',
  ])('and %s is none of these', (selector) => {
    expect(issuesOf({ wait_for: selector })).toEqual([])
  })
})
