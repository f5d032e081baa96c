import { describe, expect, test } from '@jest/globals'
import iconv from 'iconv-lite'
import { decodeBody } from './decode-body.ts'

/** A sentence or two per encoding family, long enough to show its language and no longer. */
const SAMPLES: [encoding: string, text: string][] = [
  ['windows-1252', 'Die Straßenbahn fährt über die größere Brücke. Où est le café près du théâtre ?'],
  ['windows-1251', 'Широкая электрификация южных губерний даст мощный толчок подъёму хозяйства.'],
  ['koi8-r', 'Широкая электрификация южных губерний даст мощный толчок подъёму хозяйства.'],
  ['windows-1250', 'Zażółć gęślą jaźń. Příliš žluťoučký kůň úpěl ďábelské ódy v šeré mlze.'],
  ['windows-1253', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία με τη βοήθεια των φίλων μου.'],
  ['windows-1254', 'Pijamalı hasta yağız şoföre çabucak güvendi, sonra da ığdır dağına çıktı.'],
  ['windows-1255', 'דג סקרן שט בים מאוכזב ולפתע מצא חברה נחמדה ליד החוף.'],
  ['windows-1256', 'نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر ومغلف بجلد أزرق.'],
  ['windows-874', 'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน'],
  ['shift_jis', 'いろはにほへと ちりぬるを。今日は天気がいいですから、散歩をしましょう。'],
  ['euc-jp', 'いろはにほへと ちりぬるを。今日は天気がいいですから、散歩をしましょう。'],
  ['gb18030', '我们在这里说的是中文，这个网页没有说明它的编码，但是读者应该能看到正确的文字。'],
  ['big5', '我們在這裡說的是中文，這個網頁沒有說明它的編碼，但是讀者應該能看到正確的文字。'],
  ['euc-kr', '이 페이지는 문자 인코딩을 밝히지 않지만 읽는 사람은 올바른 글자를 볼 수 있어야 한다.'],
]

const page = (text: string, head = '') =>
  `<html><head>${head}<title>x</title></head><body><p>${text}</p></body></html>`

describe('decodeBody', () => {
  test.each(SAMPLES)('reads undeclared %s by what its text looks like', (encoding, text) => {
    const decoded = decodeBody(iconv.encode(page(text), encoding), 'text/html')
    expect(decoded).toEqual({ encoding, text: page(text) })
  })

  test.each(SAMPLES)('reads %s as a meta element declares it', (encoding, text) => {
    const source = page(text, `<!-- <meta charset=utf-7> --><meta charset="${encoding}">`)
    expect(decodeBody(iconv.encode(source, encoding), undefined).text).toBe(source)
  })

  test.each(SAMPLES)('reads %s as the header declares it', (encoding, text) => {
    const body = iconv.encode(page(text), encoding)
    expect(decodeBody(body, `text/html; charset="${encoding.toUpperCase()}"`).text).toBe(page(text))
  })

  test('lets a byte order mark outrank the header, and drops it', () => {
    const decoded = decodeBody(Buffer.from('\ufeffäöü'), 'text/html; charset=koi8-r')
    expect(decoded).toEqual({ encoding: 'utf-8', text: 'äöü' })
    const wide = iconv.encode('äöü', 'utf16be', { addBOM: true })
    expect(decodeBody(wide, 'text/html; charset=utf-8')).toEqual({ encoding: 'utf-16be', text: 'äöü' })
  })

  test('recognizes UTF-16 without a mark', () => {
    expect(decodeBody(iconv.encode(page('äöü'), 'utf16le'), undefined).text).toBe(page('äöü'))
    expect(decodeBody(iconv.encode(page('äöü'), 'utf16be'), undefined).text).toBe(page('äöü'))
  })

  test('reads a header before a meta element, and a meta element of the older form', () => {
    const source = page(
      'Широкая',
      '<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">',
    )
    const body = iconv.encode(source, 'windows-1251')
    expect(decodeBody(body, 'text/html').text).toBe(source)
    expect(decodeBody(body, 'text/html; charset=koi8-r').encoding).toBe('koi8-r')
  })

  test('reads the encoding of an XML declaration', () => {
    const source = '<?xml version="1.0" encoding="ISO-8859-2"?><a>žluťoučký</a>'
    expect(decodeBody(iconv.encode(source, 'iso-8859-2'), 'application/xml').text).toBe(source)
  })

  test('sees through UTF-8 that is declared as Latin-1', () => {
    expect(decodeBody(Buffer.from(page('größer – “so”')), 'text/html; charset=iso-8859-1')).toEqual({
      encoding: 'utf-8',
      text: page('größer – “so”'),
    })
  })

  test('sees through Latin-1 that is declared as UTF-8', () => {
    const body = iconv.encode(page('Die Straßenbahn fährt über die größere Brücke'), 'latin1')
    expect(decodeBody(body, 'text/html; charset=utf-8').encoding).toBe('windows-1252')
  })

  test('keeps UTF-8 for a page that has a few broken bytes', () => {
    const body = Buffer.concat([
      Buffer.from(page('Die Straßenbahn fährt über die größere Brücke')),
      Buffer.from([0xe4]),
    ])
    expect(decodeBody(body, undefined).encoding).toBe('utf-8')
  })

  test('reads double-byte Korean and Chinese characters beyond the oldest tables', () => {
    expect(decodeBody(iconv.encode('똠방각하', 'cp949'), 'text/html; charset=euc-kr').text).toBe('똠방각하')
    expect(decodeBody(Buffer.from([0x88, 0x62]), 'text/html; charset=big5').text).toBe('Ê̄')
  })

  test.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
    'knows %s without a mark and a declaration, of few ASCII characters too',
    (encoding) => {
      const text = page('Привет, мир! Это довольно длинный русский текст для проверки.')
      expect(decodeBody(iconv.encode(text, encoding, { addBOM: false }), undefined)).toEqual({
        text,
        encoding,
      })
    },
  )

  test('knows UTF-32 by its mark', () => {
    const text = page('größer')
    expect(decodeBody(iconv.encode(text, 'utf-32le', { addBOM: true }), undefined).text).toBe(text)
  })

  test('knows Japanese by its escapes', () => {
    const body = Buffer.from('<p>\x1b$B$3$l$O\x1b(B</p>')
    expect(decodeBody(body, undefined)).toEqual({ encoding: 'iso-2022-jp', text: '<p>これは</p>' })
    expect(decodeBody(Buffer.from('<p>\x1b$B</p>'), undefined).encoding).toBe('utf-8')
  })

  test.each([
    ['cp850', 'Élève: ça dépend, où naît-il?'],
    ['cp852', 'Zażółć gęślą jaźń'],
    ['cp737', 'Αυτό είναι ένα κείμενο'],
  ])('reads %s, which the standard leaves out, where a page says so', (encoding, text) => {
    const label = encoding.replace('cp', 'IBM')
    const body = iconv.encode(page(text), encoding)
    expect(decodeBody(body, `text/html; charset=${label}`).text).toContain(text)
    expect(
      decodeBody(iconv.encode(page(text, `<meta charset="${label}">`), encoding), undefined).text,
    ).toContain(text)
  })

  test('ignores a label that names no encoding', () => {
    expect(decodeBody(Buffer.from('ä'), 'text/html; charset=utf8mb4').encoding).toBe('utf-8')
  })

  test.each(['replacement', 'iso-2022-kr', 'x-user-defined', 'utf-16', 'no-such', ''])(
    'reads a page that calls itself %j',
    (label) => {
      const body = Buffer.from(page('größer', `<meta charset="${label}">`))
      expect(decodeBody(body, undefined)).toEqual({ encoding: 'utf-8', text: body.toString() })
      expect(decodeBody(body, `text/html; charset=${label}`).text).toContain('</p>')
    },
  )

  test('looks no further than a comment that does not end, nor than 16 KB', () => {
    const latin1 = iconv.encode('größer', 'latin1')
    const koi = '<meta charset="koi8-r">'
    const behind = (start: string) => decodeBody(Buffer.concat([Buffer.from(start + koi), latin1]), undefined)
    expect(behind('').encoding).toBe('koi8-r')
    expect(behind('<!-- ').encoding).toBe('windows-1252')
    expect(behind(' '.repeat(16 * 1024)).encoding).toBe('windows-1252')
    expect(behind(' '.repeat(15 * 1024)).encoding).toBe('koi8-r')
  })
})
