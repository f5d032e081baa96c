const WHO = [
  'the keeper',
  'an old pilot',
  'the harbour master',
  'a trawler crew',
  'the ferry captain',
  'a boat builder',
  'the town clerk',
  'one of the apprentices',
  'the chandler',
  'her uncle',
]
const DID = [
  'counted',
  'repaired',
  'described',
  'painted',
  'forgot',
  'measured',
  'sold',
  'hid',
  'carried',
  'remembered',
]
const WHAT = [
  'the ropes on the north pier',
  'a crate of lamps',
  'every plank of the old boat',
  'the books of the winter',
  'two hundred barrels',
  'the light above the door',
  'a letter without a stamp',
  'the stones of the breakwater',
  'the bell of the ferry',
  'a map of the cliffs',
]
const WHEN = [
  'before the tide turned',
  'in the spring of that year',
  'while the bridge stood open',
  'on a Sunday without wind',
  'when nobody was looking',
  'after the storm',
  'for the third time',
  'as it had always been done',
  'in less than an hour',
  'until the lamps were lit',
]
const LINK = ['and yet', 'because', 'although', 'so that', 'while']

/** A newspaper article of at least `size` bytes: navigation, headings, lists, a table, links, a footer. */
export function writeStory(size: number): string {
  const next = sequence(7)
  const pick = (words: string[]) => words[next() % words.length]!
  const clause = () => `${pick(WHO)} ${pick(DID)} ${pick(WHAT)} ${pick(WHEN)}`
  const sentence = () => {
    const text = next() % 3 ? `${clause()}, ${pick(LINK)} ${clause()}.` : `${clause()}.`
    return text[0]!.toUpperCase() + text.slice(1)
  }
  const paragraph = () => `<p>${Array.from({ length: 3 + (next() % 4) }, sentence).join(' ')}</p>`
  const blocks: Record<number, () => string> = {
    2: () => `<h2>${sentence().slice(0, 48).trim()}</h2>`,
    4: () => `<ul>${Array.from({ length: 4 }, () => `<li>${sentence()}</li>`).join('')}</ul>`,
    5: () => `<p>${sentence()} <a href="/article?story=${next()}">${pick(WHAT)}</a> ${sentence()}</p>`,
    7: () => `<blockquote><p>${sentence()}</p></blockquote>`,
    8: () =>
      `<figure><img src="/image.png?n=${next()}" alt="${pick(WHAT)}"><figcaption>${sentence()}</figcaption></figure>`,
    9: () => table(Array.from({ length: 5 }, () => [pick(WHO), pick(WHAT), String(next() % 90)])),
  }
  const parts: string[] = []
  let length = HEAD.length + FOOT.length
  for (let index = 0; length < size; index++) {
    const part = (blocks[index % 10] ?? paragraph)()
    parts.push(part)
    length += Buffer.byteLength(part) + 1
  }
  return `${HEAD}${parts.join('\n')}${FOOT}`
}

function table(rows: string[][]): string {
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')
  return `<table><thead><tr><th>Who</th><th>What</th><th>Days</th></tr></thead><tbody>${body}</tbody></table>`
}

/** The same numbers every time (a linear congruential generator with the constants of Numerical Recipes). */
function sequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

const SECTIONS = ['Harbour', 'Letters', 'Calendar', 'Positions', 'Kitchen', 'Weather', 'Archive', 'Shipping']
const MENU = SECTIONS.map(
  (name) => `<li><a class="nav-link" href="/listing?s=${name}">${name}</a></li>`,
).join('')
const JSON_LD = `{"@context":"https://schema.org","@type":"NewsArticle","headline":"A year on the quay","datePublished":"2026-02-01T07:00:00Z","author":{"@type":"Person","name":"Tomas Wickham"},"publisher":{"@type":"Organization","name":"The Port Selwyn Courier"}}`
const HEAD = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>A year on the quay | The Port Selwyn Courier</title>
<meta name="description" content="What happened on the quay in a year, told by those who stood on it.">
<meta property="og:title" content="A year on the quay"><meta property="og:type" content="article">
<link rel="canonical" href="/bench/story"><link rel="stylesheet" href="/style.css">
<script type="application/ld+json">${JSON_LD}</script>
<script>window.dataLayer=window.dataLayer||[];function gtag(){dataLayer.push(arguments)}gtag('js',new Date());</script></head>
<body class="single"><header class="site-header"><a class="logo" href="/">The Port Selwyn Courier</a><nav><ul>${MENU}</ul></nav></header>
<div class="wrap"><main id="content"><article class="post"><h1 class="post-title">A year on the quay</h1>
<div class="byline">By <a rel="author" href="/article?author=wickham">Tomas Wickham</a>, <time datetime="2026-02-01T07:00:00Z">1 February 2026</time></div>
<div class="post-body">
`
const FOOT = `
</div></article></main><aside class="sidebar"><h2>Most read</h2><ul>${MENU}</ul></aside></div>
<footer class="site-footer"><ul>${MENU}</ul><p>© 2026 The Port Selwyn Courier</p></footer></body></html>
`
