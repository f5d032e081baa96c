/** A text of `chars` characters, or a little less. */
type Fill = (chars: number) => string

const repeated =
  (unit: string, before = ''): Fill =>
  (chars) =>
    before + unit.repeat(Math.max(0, Math.floor((chars - before.length) / unit.length)))

/** As many levels of `open` and `close` as there is room for. */
const nested =
  (open: string, inner: string, close: string, before = ''): Fill =>
  (chars) => {
    const room = chars - inner.length - before.length
    const levels = Math.max(0, Math.floor(room / (open.length + close.length)))
    return before + open.repeat(levels) + inner + close.repeat(levels)
  }

/**
 * Texts that cost some reader much: nested, repeated, of many parts, or of letters that take long to look up. By what they are made for;
 * each is sent to every field that takes a text.
 */
export const HOSTILE_TEXTS: Record<string, Fill> = {
  'nested :not': nested(':not(', 'a', ')'),
  'nested :is': nested(':is(', 'a', ')'),
  'nested :has': nested(':has(', 'a', ')'),
  'nested :where of lists': nested(':where(a,', 'a', ')'),
  'nested :nth-child': nested(':nth-child(2n+1 of ', 'a', ')'),
  'selectors in a list': repeated('a,', 'a,a'),
  'selectors of descendants': repeated(' a', 'a'),
  'selectors of children': repeated('>a', 'a'),
  'attributes in a selector': repeated('[a="b" i]'),
  'classes in a selector': repeated('.a'),
  'stars in a selector': repeated('*'),
  'escapes in a selector': repeated('\\61 '),
  'parentheses that are not closed': repeated('('),
  'brackets that are not closed': repeated('['),
  'quotes that are not closed': repeated('"'),
  'comments that are not closed': repeated('/*'),
  'tags that are not closed': repeated('<a '),
  'comments of markup': repeated('<!--'),
  'nested JSON lists': nested('[', '', ']'),
  'nested JSON objects': nested('{"a":', '1', '}'),
  'a JSON list of lists': (chars) => `[${repeated('[],')(chars - 4)}[]]`,
  'a JSON list of cookies': (chars) => {
    const cookie = '{"name":"a","value":"b"}'
    return `[${repeated(`${cookie},`)(chars - 30)}${cookie}]`
  },
  'a JSON object of names': (chars) =>
    `{${Array.from({ length: Math.floor(chars / 12) }, (_, at) => `"k${at.toString(36)}":1`).join()}}`,
  'nested braces': nested('{a,', 'b', '}', '/'),
  'nested braces with an end': nested('{', 'a', ',b}c', '/'),
  'braces in a row': repeated('{a,b}', '/'),
  'braces of many choices': (chars) => `/{${repeated('a,')(chars - 4)}a}`,
  'braces that are not closed': repeated('{', '/'),
  'braces without a comma': repeated('{}', '/'),
  'stars of a glob': repeated('*a', '/'),
  'double stars of a glob': repeated('**/', '/'),
  'nested groups of a pattern': nested('(', 'a*', ')*'),
  slashes: repeated('/'),
  'slashes of an address before its end': (chars) => `${repeated('/', 'http://a.test/')(chars - 1)}a`,
  'dots of a path': repeated('../', 'http://a.test/'),
  'marks in a host': repeated('\u0345', 'http://a'),
  'Han letters in a host': repeated('\u4e2d', 'http://'),
  'letters that fold in a host': repeated('\ufdfa', 'http://'),
  'labels of a host': repeated('a.', 'http://'),
  'ats in an address': repeated('@', 'http://'),
  'parameters of an address': repeated('&a=b', 'http://a.test/?'),
  'escapes of an address': repeated('%41', 'http://a.test/'),
  'letters to escape in an address': repeated('\u{1f600}', 'http://a.test/'),
  'a proxy whose login is long': (chars) => `http://u:${'p'.repeat(chars - 30)}@proxy.test:1`,
  'labels of a mail': repeated('a.', 'a@'),
  'dots of a mail': (chars) => `${repeated('a.')(chars - 10)}a@a.test`,
  'a Cookie header': repeated('a=b;'),
  'lines of a Cookie header': repeated('a=b\n'),
  'Set-Cookie headers': repeated('Set-Cookie: a=b; Path=/\n'),
  'attributes of a Set-Cookie': repeated(';a=b', 'Set-Cookie: a=b'),
  'lines of cookies.txt': repeated('a.test\tTRUE\t/\tTRUE\t0\ta\tb\n', '# Netscape HTTP Cookie File\n'),
  'tabs of cookies.txt': repeated('\t', '# Netscape HTTP Cookie File\na.test'),
  'almost lines of cookies.txt': repeated('a.test TRUE /'),
  digits: repeated('1'),
  'a time of many digits': repeated('0', '2026-01-31T00:00:00.'),
  letters: repeated('a'),
  blanks: repeated(' '),
  'blanks before an end': (chars) => `a${' '.repeat(Math.max(0, chars - 2))}b`,
  'line ends': repeated('\n'),
  'words of a search': repeated('a '),
  'alternatives of a search': repeated('OR -"'),
  'words of a name': repeated('a_b'),
  'capitals of a name': repeated('aB'),
  'control characters': repeated('\u0001'),
  'capitals that grow': repeated('\u0130'),
  'flags and families': repeated('\u{1f468}\u200d'),
  'right to left': repeated('\u202e'),
}
