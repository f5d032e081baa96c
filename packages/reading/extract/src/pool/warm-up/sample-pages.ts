import { code, dataTable, figure, list, paragraph, repeat, sentence, whole, words } from './sample-parts.ts'

/**
 * Pages of the kinds that are fetched most, with texts of our own: an article, a manual, a shop's page, a list of shop pages, a thread, an
 * index. `size` is how often their parts repeat; 10 makes pages of some 20 KB.
 */
export const SAMPLE_PAGES: readonly ((size: number) => string)[] = [
  article,
  manual,
  product,
  listing,
  thread,
  index,
]

function article(size: number): string {
  const title = `What the river at mill ${size} tells`
  const declared = {
    '@context': 'https://schema.org',
    '@type': 'NewsArticle',
    headline: title,
    author: { '@type': 'Person', name: 'Ann Reader', url: '/people/ann' },
    datePublished: '2024-03-12T08:30:00+01:00',
    publisher: {
      '@type': 'Organization',
      name: 'Mill News',
      logo: { '@type': 'ImageObject', url: '/l.png' },
    },
  }
  const body = `<main><article class="post"><h1 class="entry-title">${title}</h1>
<div class="byline">By <a rel="author" href="/people/ann">Ann Reader</a>, <time datetime="2024-03-12">12 March 2024</time></div>${figure(size)}
${repeat(size, (n) => `${n % 4 === 3 ? `<h2>Part ${n}: ${words(n, 4)}</h2>` : ''}${paragraph(n)}${n % 6 === 2 ? `<blockquote><p>${sentence(n)}</p><cite>A neighbour</cite></blockquote>` : ''}${n % 7 === 5 ? list(n) + figure(n) : ''}`)}
<div class="tags"><a rel="tag" href="/tag/river">river</a> <a rel="tag" href="/tag/mill">mill</a></div></article>
<section id="comments" class="comments"><h3>2 comments</h3>${repeat(2, (n) => `<div class="comment"><b>Reader ${n}</b><time>2 days ago</time><p>${sentence(n)}</p></div>`)}</section></main>`
  return whole({ name: 'Mill News', title, body, declared })
}

function manual(size: number): string {
  const title = `Gauges ${size}`
  const section = (
    n: number,
  ) => `<section id="part-${n}"><h2>${n}. ${words(n, 3)}<a class="headerlink" href="#part-${n}">¶</a></h2>${paragraph(n)}${code(n)}${n % 2 ? list(n, 'ol') : dataTable(n)}
<dl class="api"><dt id="gauge.m${n}"><code>gauge.<b>m${n}</b>(<em>level</em>, <em>at=None</em>)</code></dt><dd><p>${sentence(n)}</p><div class="admonition note"><p class="admonition-title">Note</p><p>${sentence(n + 2)}</p></div></dd></dl><hr></section>`
  const body = `<div class="wrapper"><div class="toc"><ul>${repeat(size, (n) => `<li><a href="#part-${n}">${n}. ${words(n, 3)}</a><ul><li><a href="#gauge.m${n}">m${n}</a></li></ul></li>`)}</ul></div>
<div role="main" class="document"><h1>${title}</h1>${repeat(Math.ceil(size / 2), section)}
<details><summary>More</summary><p>${sentence(3)}</p></details></div></div><a rel="prev" href="/1">Previous</a><a rel="next" href="/3">Next</a>`
  return whole({ name: 'Gauge manual', title, body, head: '<meta name="generator" content="A maker 4.2">' })
}

function product(size: number): string {
  const title = `River gauge RG-${size}0`
  const declared = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Product',
        name: title,
        sku: `RG${size}`,
        brand: { '@type': 'Brand', name: 'Mill' },
        aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.5', reviewCount: size },
        offers: {
          '@type': 'Offer',
          price: '49.90',
          priceCurrency: 'EUR',
          availability: 'https://schema.org/InStock',
        },
      },
      {
        '@type': 'BreadcrumbList',
        itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Home', item: '/' }],
      },
    ],
  }
  const review = (n: number) =>
    `<div class="review" itemprop="review" itemscope itemtype="https://schema.org/Review"><span itemprop="author">Reader ${n}</span><meta itemprop="datePublished" content="2024-01-1${n % 9}"><div itemprop="reviewRating" itemscope itemtype="https://schema.org/Rating"><span itemprop="ratingValue">${1 + (n % 5)}</span>/5</div><p itemprop="reviewBody">${sentence(n, 20)}</p></div>`
  const body = `<div id="product" itemscope itemtype="https://schema.org/Product"><div class="gallery">${repeat(4, (n) => `<img src="/g/${n}.jpg" alt="${title} ${n}">`)}</div>
<h1 itemprop="name">${title}</h1><div class="price" itemprop="offers" itemscope itemtype="https://schema.org/Offer"><del>€ 59,90</del> <span itemprop="price" content="49.90">€ 49,90</span><meta itemprop="priceCurrency" content="EUR"></div>
<p class="stock">In stock</p><select name="size">${repeat(4, (n) => `<option value="${n}">Size ${n}</option>`)}</select><button class="add-to-cart">Add to cart</button>
<div class="description"><h2>Description</h2>${repeat(Math.ceil(size / 3), paragraph)}${list(size)}</div><table class="specs">${repeat(8, (n) => `<tr><th>${words(n, 2)}</th><td>${n * 3} mm</td></tr>`)}</table>${repeat(size, review)}</div>`
  return whole({ name: 'Mill shop', title, body, declared })
}

function listing(size: number): string {
  const card = (n: number) =>
    `<li class="product-card"><a href="/gauge/${n}"><img data-src="/t/${n}.jpg" alt=""><h3 class="card-title">Gauge ${n} ${words(n, 3)}</h3></a><div class="rating" title="4.${n % 9} of 5"><span class="star"></span> (${n * 12})</div><span class="price">$${n + 10}.99</span> <s>$${n + 20}.00</s><p class="blurb">${sentence(n, 9)}</p><button>Add to basket</button></li>`
  const body = `<main id="content"><h1>Gauges</h1><p>${size * 3} results</p><div class="filters">${repeat(5, (n) => `<label><input type="checkbox" name="f${n}"> ${words(n, 2)} (${n})</label>`)}</div>
<ul class="products grid">${repeat(size * 2, card)}</ul><div class="pagination"><a href="?page=1">1</a><a href="?page=2">2</a><a rel="next" href="?page=2">Next</a></div></main>`
  return whole({ name: 'Mill shop', title: `Gauges, page ${size}`, body })
}

function thread(size: number): string {
  const post = (n: number) =>
    `<tr id="post-${n}" class="post"><td class="author"><a href="/u/${n}">reader${n}</a><br>Posts: ${n * 9}</td><td class="body"><div class="date">2024-02-1${n % 9} 10:0${n % 9}</div><div class="content"><blockquote class="quote">reader${n - 1} wrote:<br>${words(n, 8)}</blockquote>${sentence(n, 22)}<br><br>${sentence(n + 1)} <a href="https://other.example/${n}" rel="nofollow">a link</a></div><div class="signature">-- ${words(n, 4)}</div><a class="reply" href="/reply/${n}">Reply</a></td></tr>`
  const body = `<div class="forum"><h1>Why does gauge ${size} drift?</h1><table class="posts">${repeat(size, post)}</table></div>`
  return whole({ name: 'Mill forum', title: `Why does gauge ${size} drift?`, body })
}

function index(size: number): string {
  const teaser = (n: number) =>
    `<div class="teaser h-entry"><h2 class="p-name"><a class="u-url" href="/2024/0${1 + (n % 9)}/story-${n}.html">${words(n, 6)}</a></h2><time class="dt-published" datetime="2024-03-0${1 + (n % 9)}">March ${n + 1}, 2024</time><p class="p-summary">${sentence(n, 20)}</p><a class="more" href="/2024/story-${n}.html">Read more</a></div>`
  const body = `<center><table width="100%" border=0><tr><td><font size=2>${repeat(size, teaser)}</font><td valign=top>${repeat(size, (n) => `<a href="/old/${n}.html">${words(n, 4)}</a> (${n})<br>`)}</table></center><p>Unclosed<p>${sentence(2)}`
  return whole({ name: 'Mill News', title: 'News', body })
}
