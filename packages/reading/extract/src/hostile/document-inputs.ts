import { type HostileInput, nested, repeated } from './hostile-input.ts'

const XML = '<?xml version="1.0"?>'

function documents(contentType: string, table: Record<string, (size: number) => string>): HostileInput[] {
  return Object.entries(table).map(([name, make]) => ({ name, contentType, make }))
}

function rss(inner: (size: number) => string): (size: number) => string {
  return (size) => `${XML}<rss><channel><title>t</title>${inner(size)}</channel></rss>`
}

function notebook(cells: (size: number) => string): (size: number) => string {
  return (size) => `{"nbformat":4,"cells":[${cells(size)}{}]}`
}

/** Bodies that are no pages: text, Markdown, tables of text, JSON, XML and feeds. */
export const DOCUMENT_INPUTS: readonly HostileInput[] = [
  ...documents('text/plain', {
    'a text of spaces': repeated(' ', 'Hello\n', 'end'),
    'a text of empty lines': repeated(' \n', 'Hello\n', 'end'),
    'a text of one word': repeated('a'),
    'a text of control characters': repeated('\u0001'),
  }),
  ...documents('text/markdown', {
    'Markdown of number signs': repeated('# ', '# ', 'x'),
    'Markdown of a heading of spaces': repeated(' ', '# a', '# x'),
    'Markdown of fences': repeated('```\n'),
    'Markdown of fences of two kinds': repeated('~~~~\n```\n'),
    'Markdown of link definitions': repeated('[a]: b\n'),
    'Markdown of headings': repeated('# a #\n'),
  }),
  ...documents('text/csv', {
    'a table of commas': repeated(',', 'a,b\n'),
    'a table of quotes': repeated('"', 'a,b\n'),
    'a table of open quotes': repeated('",', 'a,b\n'),
    'a table of rows': repeated('a,b\n'),
    'a table of stray quotes': repeated('"a', 'a,b\n'),
    'a table of one long field': repeated('a ', 'a,b\n'),
  }),
  ...documents('application/json', {
    'JSON of arrays': nested('[', ']'),
    'JSON of objects': repeated('{"a":'),
    'JSON of keys': (size) =>
      `{${Array.from({ length: Math.floor(size / 10) }, (_, i) => `"a${i}":1`).join(',')}}`,
    'JSON of rows': (size) =>
      JSON.stringify(Array.from({ length: Math.floor(size / 20) }, (_, a) => ({ a, b: 'x' }))),
    'JSON of a long string': repeated('a ', '{"a":"', '"}'),
  }),
  ...documents('application/x-ipynb+json', {
    'a notebook of cells': notebook(repeated('{"cell_type":"code","source":"a","outputs":[]},')),
    'a notebook of outputs': notebook(
      repeated('{"text":["a\\n"]},', '{"cell_type":"code","source":"a","outputs":[', '{}]},'),
    ),
    'a notebook of backticks': notebook(repeated('`', '{"cell_type":"code","source":"', '"},')),
    'a notebook of colours': notebook(
      repeated('\\u001b[1;', '{"cell_type":"code","source":"a","outputs":[{"text":"', '"}]},'),
    ),
    'a notebook of line ends': notebook(repeated('\\n', '{"cell_type":"code","source":"a', 'b"},')),
  }),
  ...documents('application/rss+xml', {
    'a feed of entries': rss(repeated('<item><title>x</title><description>&lt;p&gt;a</description></item>')),
    'a feed of categories': rss(repeated('<category>a</category>', '<item><title>x</title>', '</item>')),
    'an entry of unclosed tags': rss(
      repeated('<p>', '<item><title>x</title><description><![CDATA[', ']]></description></item>'),
    ),
  }),
  ...documents('application/xml', {
    'XML within XML': nested(`<a>`, '</a>'),
    'XML of half tags': repeated('<a', `${XML}<r>`),
    'XML of document types': repeated('<!DOCTYPE'),
    'XML of entities': repeated('<!ENTITY a "b">', `${XML}<!DOCTYPE a [`, ']><r>&a;</r>'),
    'XML of open CDATA': repeated('<![CDATA[', `${XML}<r>`),
    'XML of open comments': repeated('<!--', `${XML}<r>`),
    'XML of attributes': repeated('a="b" ', `${XML}<r `, '/>'),
  }),
]
