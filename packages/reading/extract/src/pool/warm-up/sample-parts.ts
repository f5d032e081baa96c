/** Parts of the sample pages, in HTML as many makers write it. `n` makes the text and the names of each different. */

const WORDS =
  'the river in early spring carries more water than most people expect and a careful reader of its gauges can tell weeks before whether fields near the old mill will flood because snow above 1,200 metres melts at a rate that depends on wind sun and rain'.split(
    ' ',
  )

/** `count` words, which begin at another place for each `n`. */
export function words(n: number, count: number): string {
  const text = Array.from({ length: count }, (_, at) => WORDS[(n * 7 + at * (1 + (n % 3))) % WORDS.length])
  return text.join(' ')
}

export const repeat = (count: number, make: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => make(n)).join('\n')

export const sentence = (n: number, count = 14): string => {
  const text = words(n, count)
  return `${text[0]!.toUpperCase()}${text.slice(1)}${n % 5 === 4 ? '?' : '.'}`
}

/** A paragraph with most of what stands within one. */
export function paragraph(n: number): string {
  const pieces = [
    sentence(n, 18),
    `See <a href="/notes/${n}?from=text#part" title="Note ${n}">note ${n} &amp; more</a>, or <em>page ${n}</em>.`,
    `${sentence(n + 1, 9)}<br>It is <strong>${n * 3} metres</strong> &#8212; some <code>level &gt;= ${n}</code> &eacute;tage.`,
    `<span class="hl"><i>${words(n, 4)}</i></span><sup>${n}</sup> &quot;${words(n + 2, 6)}&quot;&nbsp;${sentence(n + 3, 12)}`,
  ]
  return `<p${n % 4 === 0 ? ` class="lead p-${n}"` : ''}>${pieces.slice(0, 1 + (n % 4)).join(' ')}</p>`
}

export const list = (n: number, tag = 'ul'): string =>
  `<${tag}>${repeat(4, (item) => `<li>${sentence(n + item, 7)}${item === 2 ? `<ul><li>${words(n, 5)}</li><li><p>${words(item, 6)}</p></li></ul>` : ''}</li>`)}</${tag}>`

export const dataTable = (n: number): string => `<table class="data"><caption>Levels ${n}</caption>
<thead><tr><th scope="col">Place</th><th>Level</th><th colspan="2">Measured</th></tr></thead><tbody>
${repeat(6, (row) => `<tr><td rowspan="1"><a href="/place/${row}">Place ${row}</a></td><td align="right">${row * n},${row}5 m</td><td>2024-0${1 + row}-12</td><td>${words(row, 3)}</td></tr>`)}
</tbody></table>`

export const figure = (n: number): string =>
  `<figure><picture><source srcset="/p/${n}.webp 1x, /p/${n}@2x.webp 2x"><img src="/p/${n}.jpg" alt="${words(n, 4)}" width="640" height="360" loading="lazy"></picture><figcaption>${sentence(n, 8)} Photo: A. Reader</figcaption></figure>`

export const code = (n: number): string =>
  `<div class="highlight"><pre><code class="language-python"><span class="k">def</span> <span class="nf">level_${n}</span>(<span class="n">gauge</span>):\n    <span class="k">return</span> gauge[<span class="mi">${n}</span>] &lt; 3  <span class="c"># metres</span>\n</code></pre></div>`

export const header = (
  name: string,
): string => `<header class="site-header" role="banner"><a class="logo" href="/"><img src="/logo.svg" alt="${name}"></a>
<nav class="main-nav" aria-label="Main"><ul>${repeat(7, (n) => `<li class="menu-item"><a href="/section-${n}/">Section ${n}</a></li>`)}</ul></nav>
<form action="/search" role="search"><input type="search" name="q" placeholder="Search"><button type="submit">Search</button></form></header>
<div class="breadcrumbs"><a href="/">Home</a> &raquo; <a href="/section-1/">Section 1</a> &raquo; <span>${name}</span></div>`

export const footer = (
  name: string,
): string => `<aside class="sidebar"><h3>Related</h3><ul class="related">${repeat(5, (n) => `<li><a href="/related/${n}">${words(n, 6)}</a></li>`)}</ul><div class="ad-slot" id="ad-1"></div></aside>
<div id="cookie-banner" class="cookie-consent" style="display:none">We use cookies. <button>Accept all</button></div>
<footer class="footer"><ul>${repeat(8, (n) => `<li><a href="/about/${n}">About ${n}</a></li>`)}</ul><p>&copy; 2024 ${name}. All rights reserved. <a href="mailto:post@example.com">Write to us</a></p>
<ul class="share"><li><a href="https://social.example/share?u=1">Share</a></li></ul></footer><script src="/app.js" async></script>`

interface Whole {
  name: string
  title: string
  body: string
  /** What the page declares of itself, as JSON-LD. */
  declared?: object
  head?: string
}

export function whole({ name, title, body, declared, head = '' }: Whole): string {
  const jsonLd = declared && `<script type="application/ld+json">${JSON.stringify(declared)}</script>`
  return `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title} | ${name}</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="${words(title.length, 16)}">
<link rel="canonical" href="https://example.com/${title.length}"><link rel="stylesheet" href="/main.css"><style>.a{color:red}</style>
<meta property="og:title" content="${title}"><meta property="og:site_name" content="${name}"><meta property="og:image" content="/og.png">
<script>window.data = {"a": [1, 2, "<p>"]};</script>${jsonLd ?? ''}${head}</head><body class="page"><!-- a comment -->
${header(name)}${body}${footer(name)}</body></html>`
}
