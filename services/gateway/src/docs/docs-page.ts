import { type Html, html } from '@gleaner/security/html'
import type { HtmlDocument } from '../html/send-document.ts'
import { type DocumentSet, type EndpointEntry, titleOf } from './document-set.ts'

/** A page of the documents with the way to all others. `current` is its address. */
export function docsPage({
  title,
  body,
  current,
  documents,
  entries,
  scripts,
}: {
  title: string
  body: Html
  current: string
  documents: DocumentSet
  entries: readonly EndpointEntry[]
  scripts?: readonly string[]
}): HtmlDocument {
  return {
    title: `${title} · Gleaner`,
    description: title,
    styles: ['wide-page.css', 'docs.css'],
    scripts: ['docs.js', ...(scripts ?? [])],
    body: html`<header><a href="/">Gleaner</a><nav aria-label="Site"><a href="/docs">API reference</a><a href="/openapi.json">OpenAPI</a><a href="/asyncapi.json">AsyncAPI</a></nav></header>
<div class="columns">
<details class="contents" open><summary>Contents</summary>
<nav aria-label="Documents">${navigation(current, documents, entries)}</nav>
</details>
<main>
${body}
</main>
</div>`,
  }
}

function navigation(current: string, documents: DocumentSet, entries: readonly EndpointEntry[]): Html {
  const areas = Map.groupBy(entries, ({ area }) => area)
  const pages = (folder: string) =>
    [...documents].filter(([path]) => path.startsWith(`${folder}/`) && path !== 'reference/endpoints.md')
  const link = (href: string, text: Html | string) =>
    html`<li><a href="${href}"${href === current ? html` aria-current="page"` : ''}>${text}</a></li>\n`
  const group = (name: string, links: Html[], isOpen: boolean) =>
    html`<details${isOpen ? html` open` : ''}><summary>${name}</summary><ul>${links}</ul></details>\n`
  const ofFolder = (name: string, folder: string) =>
    group(
      name,
      pages(folder).map(([path, text]) => link(`/docs/${path.replace(/\.md$/, '')}`, titleOf(path, text))),
      current.startsWith(`/docs/${folder}/`),
    )
  return html`${ofFolder('Guides', 'guides')}${ofFolder('Fields, errors, limits', 'reference')}
${[...areas].map(([area, those]) =>
  group(
    area,
    those.map(({ name, endpoint }) =>
      link(
        `/docs/endpoints/${name}`,
        html`<span class="method">${endpoint.method}</span> ${endpoint.path.replaceAll('{+', '{')}`,
      ),
    ),
    those.some(({ name }) => current === `/docs/endpoints/${name}`),
  ),
)}`
}
