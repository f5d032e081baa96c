import { type HostileInput, repeated } from './hostile-input.ts'

/** What is repeated without end: one character, two in turn, or the piece of something that readers look for. */
const RUNS: Readonly<Record<string, string>> = {
  spaces: ' ',
  'line feeds': '\n',
  'spaces and line feeds': ' \n',
  'no-break spaces': '\u00a0',
  'ideographic spaces': '\u3000',
  commas: ',',
  'commas and spaces': ', ',
  letters: 'a',
  'mixed letters': 'aB',
  words: 'word ',
  sentences: 'A b. ',
  digits: '1',
  'digits and commas': '1,',
  dots: '.',
  dashes: '-',
  'dashes and spaces': '- ',
  'dates that do not end': '1111-11-11',
  'times that do not end': '12:12:',
  months: '1 January ',
  prices: '$1,1 ',
  'names after by': 'By Ada ',
  stars: '*a',
  underscores: '_',
  backticks: '`',
  'opening brackets': '[',
  'footnote marks': '[^',
  'brackets and parentheses': '[a](',
  parentheses: '(a',
  pipes: '|',
  backslashes: '\\',
  slashes: '/',
  semicolons: ';',
  'number signs': ' #',
  ampersands: '&amp;',
  'character references without end': '&#x0',
  'less-than signs': '&lt;',
  'control characters': '\u0001',
  'NUL characters': '\0',
  'soft hyphens': '\u00ad',
  emoji: '👩‍👩‍👧',
  'combining marks': 'e\u0301\u0301',
  'direction marks': '\u202e',
  'Chinese stops': '漢。',
  'half surrogates': '\ud83d',
  permalinks: 'direct link to permalink',
  'slugs of a title': 'a-b-c-d-',
  'data addresses': 'data:image/png;base64,',
  'free of charge': '無料',
}

/** Places of text, grouped so that one page tries several. */
const TEXT_PLACES: Readonly<Record<string, readonly string[]>> = {
  'in prose': ['<h1>', '<p>', '<li>', '<a href="#x">'],
  'in code and cells': ['<pre>', '<p><code>', '<table><tr><td>'],
  'in labelled elements': [
    '<h1>Hi</h1><button>Add to cart</button><b class="price">',
    '<p class="byline">',
    '<time class="date">',
  ],
  'in what is not shown': [
    '<title>',
    '<script>x = {"price": ',
    '<script type="application/ld+json">',
    '<script type="math/tex">',
  ],
}

/** Attributes that are parsed, grouped likewise. */
const ATTRIBUTE_PLACES: Readonly<Record<string, readonly string[]>> = {
  'in srcset': ['<img src="data:," srcset="'],
  'in addresses': [
    '<a href="',
    '<img src="//',
    '<iframe src="',
    '<link rel=canonical href="',
    '<base href="',
  ],
  'in names': ['<div class="', '<pre class="', '<div id="', '<button class="'],
  'in styles and labels': ['<p style="', '<img src=a.png alt="', '<a href=/a rel="', '<td colspan="'],
  'in meta': [
    '<meta property="og:title" content="',
    '<meta property="article:published_time" content="',
    '<meta name=author content="',
    '<meta property="og:price:amount" content="',
    '<meta http-equiv=refresh content="',
  ],
  'in markup of data': [
    '<div itemscope itemtype="',
    '<div itemscope itemref="',
    '<div vocab="http://schema.org/" typeof=Product prefix="',
    '<time datetime="',
    '<div vocab="http://schema.org/" property="',
  ],
}

const END_OF_TAG: Readonly<Record<string, string>> = { '<title>': '</title>' }

/** Every run in every place. */
export const RUN_INPUTS: readonly HostileInput[] = Object.entries(RUNS).flatMap(([name, unit]) => [
  ...Object.entries(TEXT_PLACES).map(([place, opens]) =>
    inPlaces(`${name} ${place}`, unit, opens, (open) => END_OF_TAG[open] ?? closing(open)),
  ),
  ...Object.entries(ATTRIBUTE_PLACES).map(([place, opens]) =>
    inPlaces(`${name} ${place}`, unit.replaceAll('"', '&quot;'), opens, () => '">x $5</div>'),
  ),
])

function inPlaces(
  name: string,
  unit: string,
  opens: readonly string[],
  close: (open: string) => string,
): HostileInput {
  const parts = opens.map((open) => repeated(unit, open, close(open)))
  return {
    name,
    contentType: 'text/html',
    make: (size) => `<p>Text.</p>${parts.map((part) => part(size / parts.length)).join('')}`,
  }
}

function closing(open: string): string {
  return open.includes('<script') ? '</script>' : `</${open.split('<').at(-1)!.split(/[ >]/, 1)[0]}>`
}
