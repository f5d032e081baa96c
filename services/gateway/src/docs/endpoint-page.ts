import type { OpenApiDocument, Operation } from '@gleaner/openapi'
import { type Html, html } from '@gleaner/security/html'
import { apiPath, type EndpointEntry } from './document-set.ts'
import { type LinkTarget, markdownToHtml } from './markdown.ts'

/** What an endpoint is, with a form to try it. Nothing is sent but what somebody has written or sees before them. */
export function endpointBody(
  { name, endpoint, text }: EndpointEntry,
  document: OpenApiDocument,
  target: LinkTarget,
  fields: ReadonlyMap<string, string>,
): Html {
  const operation = Object.values(document.paths)
    .flatMap((operations) => Object.values(operations))
    .find(({ operationId }) => operationId === name)!
  const examples = operation.requestBody?.content['application/json']?.examples as
    | Record<string, { value: unknown }>
    | undefined
  const example = Object.values(examples ?? {})[0]?.value
  const parameters = operation.parameters ?? []
  const [required, optional] = [
    parameters.filter((each) => each.required),
    parameters.filter((each) => !each.required),
  ]
  return html`<h1><span class="method">${endpoint.method}</span> <code>${endpoint.path.replaceAll('{+', '{')}</code></h1>
${markdownToHtml(text, target)}
${schemasOf(operation, document, fields).map(
  (
    schema,
  ) => html`<details class="fields"><summary>Fields of ${schema}</summary>${markdownToHtml(fields.get(schema)!, fromFields(target))}</details>
`,
)}
<section class="part" aria-labelledby="try"><h2 id="try">Try it</h2>
<form id="try-form" data-method="${endpoint.method}" data-path="${apiPath(endpoint)}" autocomplete="off">
${endpoint.auth !== 'none' && html`<div class="field"><label for="credential">API key or access token</label><input id="credential" type="password" autocomplete="off" spellcheck="false"></div>`}
${required.map((each) => field(each, each.example))}
${optional.length > 0 && html`<details><summary>Optional parameters</summary>${optional.map((each) => field(each, undefined))}</details>`}
${endpoint.body && html`<div class="field"><label for="body">Body</label><textarea id="body" rows="8" spellcheck="false">${example === undefined ? '' : JSON.stringify(example, null, 2)}</textarea></div>`}
<p class="actions"><button class="button main" type="submit">Send request</button></p>
</form>
<p id="state" role="status" class="service"></p>
<pre id="reply" tabindex="0" hidden></pre>
<noscript><p class="notice warn">Trying it here needs JavaScript.</p></noscript>
</section>`
}

/** A link of the page of fields to another place of it. */
function fromFields(target: LinkTarget): LinkTarget {
  return (href) => target(href.startsWith('#') ? `fields.md${href}` : href)
}

/** The named schemas of a body and of its replies that have fields; of one that is a choice of others, those. */
function schemasOf(
  { requestBody, responses }: Operation,
  { components }: OpenApiDocument,
  fields: ReadonlyMap<string, string>,
): string[] {
  const replies = Object.entries(responses).flatMap(([status, reply]) => (status < '400' ? [reply] : []))
  const named = refsIn([requestBody?.content['application/json']?.schema, replies])
  return [
    ...new Set(named.flatMap((name) => (fields.has(name) ? [name] : refsIn(components.schemas[name])))),
  ].filter((name) => fields.has(name))
}

function refsIn(value: unknown): string[] {
  const text = JSON.stringify(value) ?? ''
  return [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name!)
}

function field({ name, in: place }: { name: string; in: string }, example: unknown): Html {
  const id = `${place}-${name}`
  return html`<div class="field"><label for="${id}">${name}</label><input id="${id}" data-in="${place}" data-name="${name}" value="${example === undefined ? '' : String(example)}" spellcheck="false"></div>`
}
