import { type HostileInput, repeated } from './hostile-input.ts'

/**
 * What is repeated without end: one character, two in turn, or the piece of something that readers look for; by the kind of
 * character or of piece that readers tell apart.
 */
const RUNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  blanks: {
    spaces: ' ',
    'line feeds': '\n',
    'spaces and line feeds': ' \n',
    'no-break spaces': '\u00a0',
    'ideographic spaces': '\u3000',
  },
  separators: {
    commas: ',',
    'commas and spaces': ', ',
    semicolons: ';',
    pipes: '|',
    slashes: '/',
  },
  words: {
    letters: 'a',
    'mixed letters': 'aB',
    words: 'word ',
    sentences: 'A b. ',
  },
  numbers: {
    digits: '1',
    'digits and commas': '1,',
    prices: '$1,1 ',
  },
  times: {
    'dates that do not end': '1111-11-11',
    'times that do not end': '12:12:',
    months: '1 January ',
  },
  names: {
    'names after by': 'By Ada ',
    permalinks: 'direct link to permalink',
    'slugs of a title': 'a-b-c-d-',
    'data addresses': 'data:image/png;base64,',
  },
  'marks of Markdown': {
    stars: '*a',
    underscores: '_',
    backticks: '`',
    'number signs': ' #',
  },
  'lines of Markdown': {
    dots: '.',
    dashes: '-',
    'dashes and spaces': '- ',
  },
  brackets: {
    'opening brackets': '[',
    'footnote marks': '[^',
    'brackets and parentheses': '[a](',
    parentheses: '(a',
  },
  escapes: {
    backslashes: '\\',
    ampersands: '&amp;',
    'character references without end': '&#x0',
    'less-than signs': '&lt;',
  },
  'what is not seen': {
    'control characters': '\u0001',
    'NUL characters': '\0',
    'soft hyphens': '\u00ad',
    'direction marks': '\u202e',
  },
  'other scripts': {
    emoji: '👩‍👩‍👧',
    'combining marks': 'e\u0301\u0301',
    'Chinese stops': '漢。',
    'half surrogates': '\ud83d',
    'free of charge': '無料',
  },
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

/** Every place, with what makes an input of a run there. */
const PLACES = [
  ...Object.entries(TEXT_PLACES).map(
    ([place, opens]) =>
      (name: string, unit: string) =>
        inPlaces(`${name} ${place}`, unit, opens, (open) => END_OF_TAG[open] ?? closing(open)),
  ),
  ...Object.entries(ATTRIBUTE_PLACES).map(
    ([place, opens]) =>
      (name: string, unit: string) =>
        inPlaces(`${name} ${place}`, unit.replaceAll('"', '&quot;'), opens, () => '">x $5</div>'),
  ),
]

/** Every run in every place. */
export const RUN_INPUTS: readonly HostileInput[] = inputsOf(() => true)

/** Of each kind one run in every place, in turn. */
export const SOME_RUN_INPUTS: readonly HostileInput[] = inputsOf(
  (run, place, runsOfKind) => (run + place) % runsOfKind === 0,
)

function inputsOf(isWanted: (run: number, place: number, runsOfKind: number) => boolean): HostileInput[] {
  return Object.values(RUNS).flatMap((kind) =>
    Object.entries(kind).flatMap(([name, unit], run, { length }) =>
      PLACES.filter((_, place) => isWanted(run, place, length)).map((inputAt) => inputAt(name, unit)),
    ),
  )
}

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
