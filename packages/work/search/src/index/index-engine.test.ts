import { HOUR_MS } from '@gleaner/runtime/units'
import { runPurges } from '@gleaner/testkit/run-purges'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { SEARCH_PURGES } from '../purge-searches.ts'
import { createSearchFixture, type SearchFixture } from '../testing/fixture.ts'
import { followIndexes } from './follow-indexes.ts'
import { countWaiting, followPages, openIndex } from './follow-pages.ts'

let fixture: SearchFixture
beforeAll(async () => {
  fixture = await createSearchFixture()
})
afterAll(() => fixture.close())

const page = (name: string, markdown: string, title = name) => ({
  url: `https://a.test/${name}`,
  title,
  markdown,
})
const at = (...names: string[]) => names.map((name) => `https://a.test/${name}`)

describe('what is found', () => {
  test('a title goes before a heading, a heading before the text, and many words before few', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      page('text', 'Something about gardens, and a tulip at the end.', 'Gardens'),
      page('heading', '# Flowers\n\n## Tulip\n\nGrows in spring.', 'Flowers'),
      page('title', 'Grows from bulbs.', 'Tulip'),
      page('other', 'Nothing of it.', 'Other'),
    )
    expect(await fixture.urls(account, 'tulip')).toEqual(at('title', 'heading', 'text'))
    expect((await fixture.urls(account, 'tulip end gardens'))[0]).toBe('https://a.test/text')
  })

  test('a rare word outweighs a frequent one, and words beside each other those apart', async () => {
    const account = await fixture.account()
    const filler = Array.from({ length: 20 }, (_, index) =>
      page(
        `filler-${index}`,
        `The settings page number ${index} speaks of settings in general ${'word '.repeat(index)}.`,
      ),
    )
    await fixture.scraped(
      account,
      ...filler,
      page('rare', 'Here is the quux, among other things of little weight.'),
      page(
        'apart',
        'A kettle stands in the kitchen. Far away there is a lot of steam. Nobody knows why an engine hums.',
      ),
      page(
        'beside',
        'Nobody knows why a steam engine stands in the kitchen. Far away there is a kettle, and a lot hums.',
      ),
    )
    expect((await fixture.urls(account, 'settings quux'))[0]).toBe('https://a.test/rare')
    expect((await fixture.urls(account, 'steam engine')).slice(0, 2)).toEqual(at('beside', 'apart'))
  })

  test('words are found by their stems, in the language of each page, and as they stand where it is unknown', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      { ...page('en', 'Several connections were configured.'), language: 'en-GB' },
      { ...page('de', 'Viele Häuser stehen leer.'), language: 'de' },
      { ...page('fr', 'Les chevaux sont nombreux ici.'), language: 'fr' },
      { ...page('ru', 'Новые книги лежат на столе.'), language: 'ru' },
      page('none', 'Kaikki talot ovat punaisia.'),
    )
    expect(await fixture.urls(account, 'configuring connection')).toEqual(at('en'))
    expect(await fixture.urls(account, 'Haus')).toEqual(at('de'))
    expect(await fixture.urls(account, 'HÄUSERN')).toEqual(at('de'))
    expect(await fixture.urls(account, 'книга')).toEqual(at('ru'))
    expect(await fixture.urls(account, 'talot')).toEqual(at('none'))
    expect(
      await fixture.urls(account, { query: 'häuser OR connections OR talot', language: 'de-AT' }),
    ).toEqual(at('de'))
  })

  test('scripts without blanks are found by any of their characters in a row', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      page('ja', '東京都の天気は晴れです。'),
      page('zh', '北京的天气很好,上海下雨。'),
      page('th', 'ประเทศไทยมีอากาศร้อน'),
      page('ko', '한국어를 공부합니다.'),
    )
    expect(await fixture.urls(account, '天気')).toEqual(at('ja'))
    expect(await fixture.urls(account, '東京')).toEqual(at('ja'))
    expect(await fixture.urls(account, '晴')).toEqual(at('ja'))
    expect(await fixture.urls(account, '上海')).toEqual(at('zh'))
    expect(await fixture.urls(account, '京東')).toEqual([])
    expect(await fixture.urls(account, 'อากาศ')).toEqual(at('th'))
    expect(await fixture.urls(account, '한국어')).toEqual(at('ko'))
  })

  test('quotes, minus, OR and site: are understood; marks without a meaning are ignored', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      page('one', 'The quick brown fox jumps.'),
      page('two', 'A brown dog and a quick fox sleep.'),
      { url: 'https://docs.b.test/three', markdown: 'A fox of another site entirely.' },
    )
    expect(await fixture.urls(account, '"quick brown fox"')).toEqual(at('one'))
    expect((await fixture.urls(account, 'fox -dog')).sort()).toEqual([
      ...at('one'),
      'https://docs.b.test/three',
    ])
    expect((await fixture.urls(account, 'jumps OR sleep')).sort()).toEqual(at('one', 'two'))
    expect(await fixture.urls(account, 'fox site:b.test')).toEqual(['https://docs.b.test/three'])
    expect(await fixture.urls(account, { query: 'fox', domain: 'docs.b.test' })).toEqual([
      'https://docs.b.test/three',
    ])
    expect(await fixture.urls(account, { query: 'fox', domain: 'est' })).toEqual([])
    for (const query of ['"', '- -', "fox' & | ! <-> :* \\", '()', 'OR', '-fox', '%', "'':*A"])
      expect(Array.isArray(await fixture.urls(account, query))).toBe(true)
    expect(await fixture.urls(account, "fox' & ! <->")).toHaveLength(3)
  })

  test('names in code are found in one piece and by their parts, and what is not typed to its end by its beginning', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      { ...page('node', 'Call `fs.readFile(path)` with a path.'), language: 'en' },
      { ...page('pg', 'See `ts_rank_cd` and shared_buffers.'), language: 'en' },
    )
    expect(await fixture.urls(account, 'fs.readFile')).toEqual(at('node'))
    expect(await fixture.urls(account, 'readfile')).toEqual(at('node'))
    expect(await fixture.urls(account, 'ts_rank_cd')).toEqual(at('pg'))
    expect(await fixture.urls(account, 'shared buff')).toEqual(at('pg'))
  })

  test('a title of words that a language has no use for is found all the same', async () => {
    const account = await fixture.account()
    await fixture.scraped(account, { ...page('who', 'A band from London.', 'The Who'), language: 'en' })
    expect(await fixture.urls(account, 'the who')).toEqual(at('who'))
  })

  test('the snippet is the passage with the words, cut between words', async () => {
    const account = await fixture.account()
    const filler = 'Sentences about nothing in particular follow each other here. '.repeat(30)
    await fixture.scraped(account, {
      ...page(
        'long',
        `${filler}\n\nThen a **zebra** crosses the [river](https://x.test/) at dawn.\n\n${filler}`,
      ),
      language: 'en',
    })
    const [snippet] = await fixture.snippets(account, 'river zebras')
    expect(snippet).toContain('Then a zebra crosses the river at dawn.')
    expect(snippet!.length).toBeLessThan(340)
    expect(snippet).toMatch(/^… .* …$/)
  })
})

describe('which pages', () => {
  test('of one address the newest counts, and an error of the site ends the one before', async () => {
    const account = await fixture.account()
    const url = 'https://a.test/same'
    await fixture.scraped(account, { url, markdown: 'the old walrus', agoMs: 5_000 })
    expect(await fixture.urls(account, 'walrus')).toEqual([url])
    await fixture.scraped(account, { url: `${url}#part`, markdown: 'the new narwhal', agoMs: 3_000 })
    expect(await fixture.urls(account, 'walrus')).toEqual([])
    expect(await fixture.urls(account, 'narwhal')).toEqual([url])
    // An older one that is seen later changes nothing.
    await fixture.scraped(account, { url, markdown: 'the oldest walrus', agoMs: 20_000 })
    expect(await fixture.urls(account, 'walrus')).toEqual([])
    await fixture.scraped(account, { url, status: 404, markdown: 'narwhal is gone' })
    expect(await fixture.urls(account, 'narwhal')).toEqual([])
  })

  test('pages of test keys, answers to a POST, and what is past its retention are not in it', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      { ...page('test', 'pangolin'), test: true },
      { ...page('post', 'pangolin'), method: 'POST' },
      { ...page('old', 'pangolin'), agoMs: 25 * HOUR_MS },
      { ...page('kept', 'pangolin'), agoMs: 23 * HOUR_MS },
    )
    expect(await fixture.urls(account, 'pangolin')).toEqual(at('kept'))
  })

  test('pages that say the same are shown once', async () => {
    const account = await fixture.account()
    const text = Array.from({ length: 120 }, (_, index) => `sentence${index} of the ocelot`).join(' ')
    await fixture.scraped(
      account,
      page('one', text),
      page('two', `${text} printed`),
      page('three', 'Another ocelot.'),
    )
    expect(await fixture.urls(account, 'ocelot')).toHaveLength(2)
  })

  test('time_range goes by the day of publication, else of the fetch', async () => {
    const account = await fixture.account()
    const day = (ago: number) => new Date(Date.now() - ago * 24 * HOUR_MS).toISOString().slice(0, 10)
    await fixture.scraped(
      account,
      { ...page('fresh', 'lemur'), publishedAt: day(3) },
      { ...page('stale', 'lemur lemur'), publishedAt: day(60) },
      page('unknown', 'lemur and others'),
    )
    expect((await fixture.urls(account, { query: 'lemur', timeRange: 'week' })).sort()).toEqual(
      at('fresh', 'unknown'),
    )
    expect(await fixture.urls(account, { query: 'lemur', timeRange: 'year' })).toHaveLength(3)
  })

  test('whatever formats were asked for', async () => {
    const account = await fixture.account()
    const formats = {
      html: { html: '<h1>A</h1><script>okapi()</script><p>Caf&eacute; civet</p>' },
      text: { text: 'A text about a civet' },
      json: { json: { '@type': 'Product', name: 'A civet', offers: [{ price: 'five' }] } },
      string: 'Markdown of a civet',
      rag: { rag: { chunks: [{ text: 'A chunk with a civet' }] } },
    }
    for (const [name, content] of Object.entries(formats))
      await fixture.scraped(account, { url: `https://a.test/${name}`, content })
    expect((await fixture.urls(account, 'civet')).sort()).toEqual(at(...Object.keys(formats)).sort())
    expect(await fixture.urls(account, 'okapi')).toEqual([])
    expect(await fixture.urls(account, 'café')).toEqual(at('html'))
  })

  test('pages of nothing but different words, in any script, are read as far as Postgres can keep them', async () => {
    const account = await fixture.account()
    const characters = (first: number, count: number, each: number, between: string) =>
      Array.from({ length: count }, (_, index) =>
        String.fromCodePoint(
          ...Array.from({ length: each }, (_, at) => first + ((index * 7919 + at * 104_729) % 2_000)),
        ),
      ).join(between)
    const headings = Array.from(
      { length: 200 },
      (_, index) => `## ${characters(0x4e00 + index, 150, 1, '')}`,
    ).join('\n')
    await fixture.scraped(
      account,
      page('han', `mandrill ${characters(0x4e00, 100_000, 1, '')}`),
      page('headed', `mandrill\n\n${headings}\n\n${characters(0x4e00, 100_000, 1, '')}`),
      page('astral', `mandrill ${characters(0x20000, 50_000, 1, '')}`),
      page('long', `mandrill ${characters(0x0905, 1_500, 60, ' ')}`),
      page('ethiopic', `mandrill ${characters(0x1200, 3_000, 30, ' ')}`),
    )
    expect((await fixture.urls(account, 'mandrill')).length).toBeGreaterThan(0)
    const { rows } = await fixture.pool.query(
      "SELECT FROM search_document WHERE account_id = $1 AND words @@ 'mandrill'::tsquery",
      [account],
    )
    expect(rows).toHaveLength(5)
  })

  test('hostile pages do no harm', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      page('nul', 'before \u0000 after yak \ud800'),
      page('brackets', `${'['.repeat(50_000)}yak`),
      { url: 'https://a.test/tags', content: { html: `${'<'.repeat(50_000)}yak` } },
      page('word', `${'y'.repeat(200_000)} yak`),
      page('long', `${'many words of text '.repeat(20_000)} yak`),
      page('quotes', "yak '' ' \\ :A :* & | !"),
    )
    expect(await fixture.urls(account, 'yak')).toEqual(expect.arrayContaining(at('nul', 'quotes')))
  })
})

describe('how it keeps up', () => {
  test('two accounts never see each other’s pages, whatever is asked', async () => {
    const [one, other] = [await fixture.account(), await fixture.account()]
    await fixture.scraped(one, page('mine', 'shared gibbon'))
    await fixture.scraped(other, page('theirs', 'shared gibbon'))
    expect(await fixture.urls(one, 'gibbon')).toEqual(at('mine'))
    for (const query of ['gibbon OR x', '-nothing gibbon', `@a:${other} gibbon`, `'@a:${other}' OR gibbon`])
      expect((await fixture.urls(one, query)).filter((url) => url.endsWith('theirs'))).toEqual([])
    expect(await fixture.urls(other, 'gibbon')).toEqual(at('theirs'))
  })

  test('nothing is read for accounts that do not search; for those that do, older pages too', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      ...Array.from({ length: 120 }, (_, index) => ({
        ...page(`p${index}`, `tapir ${index}`),
        agoMs: index * 60_000,
      })),
    )
    await followIndexes(fixture.pool, new AbortController().signal)
    const { rows } = await fixture.pool.query('SELECT FROM search_document WHERE account_id = $1', [account])
    expect(rows).toHaveLength(0)
    await openIndex(fixture.pool, account)
    expect(await countWaiting(fixture.pool, account, 1_000)).toBe(120)
    await followIndexes(fixture.pool, new AbortController().signal)
    expect(await countWaiting(fixture.pool, account, 1_000)).toBe(0)
    expect(await fixture.urls(account, { query: 'tapir', numResults: 50, page: 3 })).toHaveLength(20)
  })

  test('a search that finds nothing new looks at no page again, but for those that others see late', async () => {
    const account = await fixture.account()
    await fixture.scraped(account, { ...page('early', 'aardwolf'), agoMs: 120_000 })
    expect(await fixture.urls(account, 'aardwolf')).toEqual(at('early'))
    const { rows } = await fixture.pool.query(
      "SELECT indexed_to > now() - interval '1 minute' AS is_seen FROM search_index WHERE account_id = $1",
      [account],
    )
    expect(rows).toEqual([{ is_seen: true }])
    await fixture.scraped(account, { ...page('late', 'aardwolf too'), agoMs: 20_000 })
    expect((await fixture.urls(account, 'aardwolf')).sort()).toEqual(at('early', 'late'))
  })

  test('several that follow at once read each page once', async () => {
    const account = await fixture.account()
    await fixture.scraped(
      account,
      ...Array.from({ length: 130 }, (_, index) => page(`q${index}`, `quoll ${index}`)),
    )
    await openIndex(fixture.pool, account)
    const read = await Promise.all(
      Array.from({ length: 4 }, async () => {
        let pages = 0
        for (let more = 1; more > 0; pages += more) more = await followPages(fixture.pool, account, true)
        return pages
      }),
    )
    expect(read.reduce((sum, pages) => sum + pages, 0)).toBe(130)
  })

  test('it goes with the results: what is past retention is purged, and a deleted job takes its page along', async () => {
    const account = await fixture.account()
    const [first] = await fixture.scraped(
      account,
      page('first', 'One numbat digs.'),
      page('second', 'Another numbat sleeps.'),
    )
    expect(await fixture.urls(account, 'numbat')).toHaveLength(2)
    await fixture.pool.query('DELETE FROM job WHERE id = $1', [first])
    expect(await fixture.urls(account, 'numbat')).toEqual(at('second'))
    await fixture.pool.query(
      "UPDATE search_document SET fetched_at = now() - interval '25 hours' WHERE account_id = $1",
      [account],
    )
    expect(await fixture.urls(account, 'numbat')).toEqual([])
    await runPurges(fixture.pool, SEARCH_PURGES)
    const { rows } = await fixture.pool.query('SELECT FROM search_document WHERE account_id = $1', [account])
    expect(rows).toHaveLength(0)
  })
})
