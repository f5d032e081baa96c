import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { findDates, parseDate } from './parse-date.ts'
import { urlDate } from './url-date.ts'

/** The sixth of November 2023 as newspapers of the language print it. */
const PRINTED: readonly [language: string, text: string][] = [
  ['en', 'Monday, November 6, 2023'],
  ['en-GB', '6th November 2023'],
  ['de', 'Montag, 6. November 2023'],
  ['fr', 'le 6 novembre 2023'],
  ['es', '6 de noviembre de 2023'],
  ['it', '6 novembre 2023'],
  ['pt', '6 de novembro de 2023'],
  ['nl', 'maandag 6 november 2023'],
  ['sv', '6 november 2023'],
  ['da', '6. november 2023'],
  ['nb', '6. november 2023'],
  ['fi', '6. marraskuuta 2023'],
  ['is', '6. nóvember 2023'],
  ['et', '6. november 2023'],
  ['lv', '2023. gada 6. novembris'],
  ['lt', '2023 m. lapkričio 6 d.'],
  ['pl', '6 listopada 2023'],
  ['cs', '6. listopadu 2023'],
  ['sk', '6. novembra 2023'],
  ['sl', '6. november 2023'],
  ['hr', '6. studenoga 2023.'],
  ['sr', '6. новембар 2023.'],
  ['bg', '6 ноември 2023 г.'],
  ['ru', '6 ноября 2023'],
  ['uk', '6 листопада 2023 року'],
  ['ro', '6 noiembrie 2023'],
  ['hu', '2023. november 6.'],
  ['el', 'Δευτέρα 6 Νοεμβρίου 2023'],
  ['tr', '6 Kasım 2023 Pazartesi'],
  ['he', '6 בנובמבר 2023'],
  ['ar', '٦ نوفمبر ٢٠٢٣'],
  ['ar-SY', '6 تشرين الثاني 2023'],
  ['fa', '۶ نوامبر ۲۰۲۳'],
  ['hi', '6 नवंबर 2023'],
  ['th', '๖ พฤศจิกายน 2566'],
  ['vi', 'ngày 6 tháng 11 năm 2023'],
  ['id', '6 November 2023'],
  ['ja', '2023年11月6日'],
  ['zh', '2023年11月06日'],
  ['ko', '2023년 11월 6일'],
  ['ca', '6 de novembre de 2023'],
  ['eu', '2023ko azaroaren 6a'],
  ['ja', '23/11/06'],
  ['fa', '۱۵ آبان ۱۴۰۲'],
  ['fa', '۱۴۰۲/۰۸/۱۵'],
  ['ja', '令和5年11月6日'],
  ['zh-TW', '民國112年11月6日'],
  ['el', 'Δευτέρα 6 Νοέμβρη 2023'],
]

describe('parseDate', () => {
  test.each(PRINTED)('reads the day of a page in %s: %s', (language, text) => {
    expect(parseDate(text, { language })).toBe('2023-11-06')
  })

  test.each([
    ['2023-11-06T10:15:30Z', '2023-11-06T10:15:30Z'],
    ['2023-11-06 10:15:30 +0100', '2023-11-06T10:15:30+01:00'],
    ['2023-11-06T10:15:30-05:00', '2023-11-06T10:15:30-05:00'],
    ['2023-11-06T10:15:30.250-0500', '2023-11-06T10:15:30-05:00'],
    ['2023-11-06 10:15:30 -08:00', '2023-11-06T10:15:30-08:00'],
    ['2023-11-06T10:15-05:00', '2023-11-06T10:15:00-05:00'],
    ['Mon, 06 Nov 2023 10:15:30 GMT', '2023-11-06T10:15:30Z'],
    ['Mon Nov 06 10:15:30 UTC 2023', '2023-11-06'],
    ['Nov. 6, 2023, 10:15 p.m. EST', '2023-11-06T22:15:00-05:00'],
    ['06.11.23-10:18', '2023-11-06T10:18:00'],
    ['20231106', '2023-11-06'],
    ['1699265730', '2023-11-06T10:15:30Z'],
    ['1699265730000', '2023-11-06T10:15:30Z'],
  ])('keeps the time and zone that is written: %s', (text, date) => {
    expect(parseDate(text)).toBe(date)
  })

  test.each([
    ['۱ فروردین ۱۴۰۰', 'fa', '2021-03-21'],
    ['۲۹ اسفند ۱۳۹۹', 'fa', '2021-03-19'],
    ['30 اسفند 1399', 'fa', '2021-03-20'],
    ['令和元年5月1日', 'ja', '2019-05-01'],
    ['昭和64年1月7日', 'ja', '1989-01-07'],
  ])('reads the days around the start of a year or an era: %s', (text, language, date) => {
    expect(parseDate(text, { language })).toBe(date)
  })

  test('reads the month first where the page is American, the day first elsewhere', () => {
    expect(parseDate('03/04/2023', { language: 'en-US' })).toBe('2023-03-04')
    expect(parseDate('03/04/2023', { language: 'en-GB' })).toBe('2023-04-03')
    expect(parseDate('03.04.2023', { language: 'en-US' })).toBe('2023-04-03')
    expect(parseDate('25/12/2023', { language: 'en-US' })).toBe('2023-12-25')
  })

  test('lets the language decide what a shared month name means', () => {
    expect(parseDate('6. listopada 2023', { language: 'hr' })).toBe('2023-10-06')
    expect(parseDate('6 listopada 2023', { language: 'pl' })).toBe('2023-11-06')
    expect(parseDate('6 listopada 2023')).toBeUndefined()
  })

  test.each([
    '',
    'November 2023',
    '2023',
    'version 1.2.2023.4',
    '31 February 2023',
    '2023-13-45',
    'call 555-12-3456',
  ])('reads no day in %j', (text) => {
    expect(parseDate(text)).toBeUndefined()
  })

  test('finds every date of a line in its order', () => {
    const found = findDates('Published 1 May 2020, updated on June 2, 2021', { language: 'en' })
    expect(found.map(({ date }) => date)).toEqual(['2020-05-01', '2021-06-02'])
  })

  test.each(['May', 'June', 'October', 'Dec.'])('a date with %s begins with the month', (month) => {
    const text = `Last updated on ${month} 07, 2026.`
    const [found] = findDates(text, { language: 'en' })
    expect(text.slice(found!.index, found!.end)).toBe(`${month} 07, 2026`)
  })

  test('never throws, and only makes days that exist', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^[\d./ :,-]{0,40}$/)),
        (text) => {
          const date = parseDate(text)
          expect(date === undefined || !Number.isNaN(Date.parse(date.slice(0, 10)))).toBe(true)
        },
      ),
    )
  })

  test.each(['1', '1 a ', '2023-', '1/'])('stays fast on a long run of %j', (unit) => {
    const start = performance.now()
    findDates(unit.repeat(20_000))
    expect(performance.now() - start).toBeLessThan(1_500)
  })
})

describe('urlDate', () => {
  test.each([
    ['https://news.example/2023/11/06/story', '2023-11-06'],
    ['https://news.example/story-20231106-a', '2023-11-06'],
    ['https://news.example/2023/nov/06/story', '2023-11-06'],
    ['https://news.example/2023/11/story', undefined],
    ['https://news.example/46212/2019/43/story', undefined],
    ['not an address', undefined],
  ])('reads %s as %s', (url, date) => {
    expect(urlDate(url)).toBe(date)
  })
})
