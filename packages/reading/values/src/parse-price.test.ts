import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { countryOfSite, findCurrency, readCurrency } from './find-currency.ts'
import { parsePrice } from './parse-price.ts'

/** Text, amount and ISO code as the shops of the locale write them. */
const WRITTEN: readonly [locale: string, text: string, amount: number, currency: string, country?: string][] =
  [
    ['en-US', '$1,299.99', 1299.99, 'USD'],
    ['en-GB', '£24.50', 24.5, 'GBP'],
    ['en-IN', '₹1,24,999.00', 124999, 'INR'],
    ['de-DE', '1.299,99 €', 1299.99, 'EUR'],
    ['de-AT', '€ 12,-', 12, 'EUR'],
    ['de-CH', "CHF 1'299.95", 1299.95, 'CHF'],
    ['fr-FR', '1 299,99 €', 1299.99, 'EUR'],
    ['fr-FR cents after the sign', '49€ 90', 49.9, 'EUR'],
    ['es-ES', '12.345 €', 12345, 'EUR'],
    ['it-IT', 'EUR 7,32', 7.32, 'EUR'],
    ['pt-BR', 'R$ 1.528,00', 1528, 'BRL'],
    ['nl-NL', '€ 4,99', 4.99, 'EUR'],
    ['sv-SE', '7 990 kr', 7990, 'SEK', 'SE'],
    ['da-DK', '1.198,- kr.', 1198, 'DKK', 'DK'],
    ['nb-NO', 'NOK 1 999,00', 1999, 'NOK'],
    ['pl-PL', '1 720,00 zł', 1720, 'PLN'],
    ['cs-CZ', '5 290 Kč', 5290, 'CZK'],
    ['hu-HU', '12 990 Ft', 12990, 'HUF'],
    ['ro-RO', '29,50 lei', 29.5, 'RON'],
    ['bg-BG', '230 лв.', 230, 'BGN'],
    ['ru-RU', '1 849 руб.', 1849, 'RUB'],
    ['uk-UA', '5 870 грн', 5870, 'UAH'],
    ['tr-TR', '1.250,75 TL', 1250.75, 'TRY'],
    ['he-IL', '₪ 115', 115, 'ILS'],
    ['ar-SA', '١٢٦٫٥٠ ر.س', 126.5, 'SAR'],
    ['fa-IR', '۵۶٬۰۰۰ تومان', 56000, 'IRT'],
    ['ja-JP', '3,500円', 3500, 'JPY'],
    ['zh-CN', '¥1,288.00', 1288, 'CNY', 'CN'],
    ['ko-KR', '₩ 19,900', 19900, 'KRW'],
    ['vi-VN', '8.000.000 ₫', 8000000, 'VND'],
    ['id-ID', 'Rp 150.000', 150000, 'IDR'],
    ['th-TH', '฿1,290', 1290, 'THB'],
    ['en-ZA', 'R 1 299.00', 1299, 'ZAR'],
    ['ar-KW three decimals', 'KD 1.500', 1.5, 'KWD'],
    ['ar-JO in Arabic digits', '٤٥٬٠٠٠ د.أ.', 45000, 'JOD'],
    ['fr-SN', '12.000 F CFA', 12000, 'XOF'],
    ['fr-CM', '12 000 FCFA', 12000, 'XAF', 'CM'],
    ['fr-CA', '1 234,50 $ US', 1234.5, 'USD', 'CA'],
    ['an auction site', 'AU $12.50', 12.5, 'AUD'],
    ['es-MX with its code', 'MXN $1,299', 1299, 'MXN'],
    ['en-GB after a label', 'GBP: 10.00', 10, 'GBP'],
    ['zh-CN for Taiwan', 'CN¥1,234.50', 1234.5, 'CNY'],
    ['ja-JP in ten thousands', '129.8万円', 1298000, 'JPY'],
    ['ja-JP in ten thousands and ones', '1万2800円', 12800, 'JPY'],
    ['sv-SE with a colon', '1 299:- SEK', 1299, 'SEK'],
    ['de-CH with a dash', '49.– Fr.', 49, 'CHF'],
    ['pl-PL with groszy', '12 zł 99 gr', 12.99, 'PLN'],
    ['fr-FR cents after the sign of thousands', '1 299€99', 1299.99, 'EUR'],
    ['en-PK with dots', 'Rs.99.90', 99.9, 'PKR', 'PK'],
  ]

describe('parsePrice', () => {
  // Objects, since jest takes a parameter that a shorter row leaves over for its `done`, and waits for it.
  test.each(
    WRITTEN.map(([locale, text, amount, currency, country]) => ({ locale, text, amount, currency, country })),
  )('reads the price of a shop in $locale: $text', ({ text, amount, currency, country }) => {
    expect(parsePrice(text, country ? { country } : {})).toMatchObject({ amount, currency })
  })

  test.each([
    ['the lower end of a range', 'From 26 to 50 €', 26],
    ['the number beside the currency', '2 Piece - $6.75', 6.75],
    ['no percentage', '(-15%) 129,00 €', 129],
    ['the fraction after a space', '$ 8. 94', 8.94],
    ['nothing to pay', 'Free!', 0],
    ['the price, not the number of instalments', '10x R$ 29,90', 29.9],
    ['the price, not the number of pieces', 'Pack of 6 $12.00', 12],
    ['the lower end of a range in words', 'zwischen 10 und 20 EUR', 10],
    ['a fraction that is set apart', '12 99 €', 12.99],
    ['a decimal mark between spaces', '€ 12 , 99', 12.99],
  ])('reads %s: %s', (_, text, amount) => {
    expect(parsePrice(text)?.amount).toBe(amount)
  })

  test.each(['', 'Not available', 'July, 2004', '25-09', 'Price on request (min. order: 1)'])(
    'reads no price in %j',
    (text) => {
      expect(parsePrice(text)).toBeUndefined()
    },
  )

  test('lets the country decide whose dollar or crown is meant', () => {
    expect(parsePrice('$10', { country: 'CA' })?.currency).toBe('CAD')
    expect(parsePrice('10 kr', { country: 'DK' })?.currency).toBe('DKK')
    expect(parsePrice('10 kr')?.currency).toBe('SEK')
    expect(parsePrice('10 kr.')?.currency).toBe('DKK')
    expect(parsePrice('10 kr.', { country: 'NO' })?.currency).toBe('NOK')
    expect(parsePrice('$1,190.00 AUD')?.currency).toBe('AUD')
  })

  test.each([
    ['shop.dk', undefined, 'DK'],
    ['shop.com.co', 'en', 'CO'],
    ['tienda.co', 'es', 'CO'],
    ['www.shop.co', 'en', undefined],
    ['shop.co', 'en-AU', 'AU'],
    ['shop.com', 'da', 'DK'],
    ['shop.com', 'en', undefined],
  ])('takes %s in %s for a site of %s', (hostname, language, country) => {
    expect(countryOfSite(hostname, language)).toBe(country)
  })

  test('takes the currency from the hint when the price has none', () => {
    expect(parsePrice('39.95', { hint: 'Price from £ 39.95' })).toEqual({
      amount: 39.95,
      currency: 'GBP',
      symbol: '£',
    })
    expect(findCurrency('4.00', 'Code')).toBeUndefined()
  })

  test('reads declared currencies in any form', () => {
    expect([
      readCurrency('eur'),
      readCurrency('€'),
      readCurrency('US$'),
      readCurrency('XXQ'),
      readCurrency(''),
    ]).toEqual(['EUR', 'EUR', 'USD', undefined, undefined])
  })

  test('never throws, and never makes anything but a finite amount', () => {
    const nasty = fc.oneof(
      fc.string(),
      fc.stringMatching(/^[$€. ,'\d]{0,60}$/),
      fc.string({ unit: 'grapheme' }),
    )
    fc.assert(
      fc.property(nasty, nasty, (text, hint) => {
        const price = parsePrice(text, { hint })
        expect(price === undefined || Number.isFinite(price.amount)).toBe(true)
      }),
    )
  })

  test.each([
    ['digits', '1'],
    ['separators', ',.'],
    ['letters', 'EU'],
    ['spaced digits', '1 '],
  ])('stays fast on a megabyte of %s', (_, unit) => {
    const start = performance.now()
    parsePrice(unit.repeat(1_000_000 / unit.length))
    expect(performance.now() - start).toBeLessThan(500)
  })
})
