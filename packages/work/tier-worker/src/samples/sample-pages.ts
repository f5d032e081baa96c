import { samplePage } from './sample-layout.ts'

/** A page that test keys see, under the name of its further forms in `files/`. */
export interface SamplePage {
  name: string
  html: string
}

/** An article, a product and a documentation page, each small and complete. */
export const SAMPLE_PAGES: readonly SamplePage[] = [
  {
    name: 'article',
    html: samplePage(
      `<title>How a lighthouse lamp finds the horizon - Harbour Notes</title>
<meta name="description" content="A short history of the lenses that made harbours safe.">
<meta name="author" content="Mara Lindqvist">
<link rel="canonical" href="https://sample.gleaner.invalid/lighthouse">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"How a lighthouse lamp finds the horizon","author":{"@type":"Person","name":"Mara Lindqvist"},"datePublished":"2026-03-14"}</script>`,
      `<header><nav><a href="/">Harbour Notes</a> <a href="/archive">Archive</a></nav></header>
<main id="content">
<article>
<h1>How a lighthouse lamp finds the horizon</h1>
<p>By Mara Lindqvist, <time datetime="2026-03-14">14 March 2026</time></p>
<p>A lamp alone throws its light in every direction, and most of it is lost to the sky and to the sea below. The lens that
surrounds it bends those lost rays until they leave the tower as one flat beam, visible from more than thirty kilometres.</p>
<h2>Rings of glass</h2>
<p>The trick is to cut a thick lens into rings and keep only the outer face of each. What remains is light enough to turn on
a bath of mercury, and a keeper can move tons of glass with one finger.</p>
<ul><li>First order: for the great sea lights</li><li>Fourth order: for harbours and bays</li></ul>
<table><thead><tr><th>Order</th><th>Height</th></tr></thead><tbody><tr><td>First</td><td>259 cm</td></tr><tr><td>Fourth</td><td>72 cm</td></tr></tbody></table>
<p>Many of these lenses still turn today, with a small electric lamp where the oil wick once burned.</p>
</article>
</main>
<footer><p>Harbour Notes, a sample page of this service.</p></footer>`,
    ),
  },
  {
    name: 'product',
    html: samplePage(
      `<title>Fieldmouse walking shoes | Sample Outfitters</title>
<meta property="og:type" content="product">
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"Fieldmouse walking shoes","sku":"FM-204","brand":{"@type":"Brand","name":"Fieldmouse"},"description":"Light shoes for long paths, resoled for free for two years.","offers":{"@type":"Offer","price":"89.50","priceCurrency":"EUR","availability":"https://schema.org/InStock"},"aggregateRating":{"@type":"AggregateRating","ratingValue":"4.6","reviewCount":"128"}}</script>`,
      `<header><nav><a href="/">Sample Outfitters</a> <a href="/shoes">Shoes</a></nav></header>
<main id="content">
<h1>Fieldmouse walking shoes</h1>
<p class="price">€89.50</p>
<p>In stock, delivered within three days.</p>
<p>Light shoes for long paths, resoled for free for two years. The upper is waxed cotton, the sole is natural rubber, and the
laces are as long as they look.</p>
<h2>Sizes</h2>
<table><thead><tr><th>EU</th><th>UK</th></tr></thead><tbody><tr><td>39</td><td>5.5</td></tr><tr><td>42</td><td>8</td></tr></tbody></table>
</main>`,
    ),
  },
  {
    name: 'documentation',
    html: samplePage(
      `<title>Getting started - Tidepool documentation</title>
<meta name="description" content="Install Tidepool and send the first message.">`,
      `<nav><a href="/docs">Documentation</a> <a href="/docs/reference">Reference</a></nav>
<main id="content">
<h1>Getting started</h1>
<p>Tidepool is a sample message broker that exists only on this page. This guide installs it and sends one message.</p>
<h2>Install</h2>
<pre><code class="language-sh">tidepool install --channel stable</code></pre>
<h2>Send a message</h2>
<p>Open a channel and write to it; the reader may come later.</p>
<pre><code class="language-js">const pool = await open('harbour')
await pool.send({ tide: 'low' })</code></pre>
<h3>What is kept</h3>
<ol><li>The message and its time</li><li>The name of the channel</li><li>Nothing else</li></ol>
</main>`,
    ),
  },
]

/** `/js`: an empty shell to tiers without a browser, whose script shows the article to one. */
export const SCRIPTED_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sample</title></head>
<body><div id="root"></div>
<script>
fetch('/').then((response) => response.text()).then((html) => {
  const page = new DOMParser().parseFromString(html, 'text/html')
  document.title = page.title
  document.head.append(...page.querySelectorAll('style'))
  document.getElementById('root').replaceChildren(...page.body.children)
})
</script>
</body>
</html>`

/** `/404`. */
export const MISSING_PAGE = samplePage(
  '<title>Not found</title>',
  '<main id="content"><h1>Not found</h1><p>This sample page does not exist.</p></main>',
)
