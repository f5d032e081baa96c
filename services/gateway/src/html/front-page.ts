import { API_ROOT, ENDPOINTS } from '@gleaner/contracts'
import { html } from '@gleaner/security/html'
import type { HtmlDocument } from './send-document.ts'

const DESCRIPTION =
  'Fetches web pages and returns them as Markdown, text, JSON or HTML, by the cheapest way that works.'

/** What a person finds at the address of the service. */
export function frontPage({
  base,
  demo,
  proxyPort,
}: {
  base: string
  demo: boolean
  proxyPort: number | undefined
}): HtmlDocument {
  const { hostname, host } = new URL(base)
  return {
    title: `Gleaner at ${host}`,
    description: DESCRIPTION,
    scripts: ['ask-api.js', 'front-page.js'],
    styles: ['front-page.css'],
    body: html`<header>
<a href="/">Gleaner</a>
<nav aria-label="Documents"><a href="/docs">API reference</a><a href="/docs/guides/scrape.md">Guide</a><a href="/openapi.json">OpenAPI</a><a href="/llms.txt">llms.txt</a></nav>
</header>
<main>
<h1>A web page, as text that programs read</h1>
<p class="lead">${DESCRIPTION} Only the attempt that delivers costs anything.</p>
${
  demo &&
  html`<form class="try" method="post" data-url="${API_ROOT}${ENDPOINTS.postDemo.path}">
<input name="url" type="text" inputmode="url" aria-label="Address of a page" placeholder="https://example.com/" autocapitalize="none" autocomplete="url" spellcheck="false" required maxlength="8192">
<button class="main" type="submit">Fetch page</button>
</form>
<p class="service">Free, without a key: the two cheapest ways, ten pages an hour.</p>
<p id="state" role="status" class="service"></p>
<p id="notice" role="alert" class="notice" hidden></p>
<section id="result" aria-label="The page" hidden>
<ol id="ladder" class="ladder" aria-label="Attempts, from the cheapest up"></ol>
<pre id="content" tabindex="0"></pre>
</section>
<noscript><p class="notice">Trying it here needs JavaScript; the commands below do not.</p></noscript>`
}
<h2>From a shell</h2>
<pre>curl "${base}${API_ROOT}/scrape?url=https://example.com" -H "X-API-Key: $KEY"</pre>
<h2>From a program</h2>
<pre>POST ${base}${API_ROOT}/scrape
{"url": "https://example.com", "formats": ["markdown", "json"]}</pre>
${
  proxyPort !== undefined &&
  html`<h2>From any HTTP client</h2>
<pre>curl -x "http://$KEY:max_tier=3@${hostname}:${String(proxyPort)}" --cacert ca.pem https://example.com</pre>
<p class="service">As a proxy; <a href="${API_ROOT}${ENDPOINTS.getProxyCertificate.path}">ca.pem</a> is what the client trusts.</p>`
}
</main>`,
  }
}
