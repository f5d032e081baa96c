import type { ComponentChildren } from 'preact'
import { Fragment } from 'preact'
import { formatBytes } from '../../../parts/amounts.tsx'
import { JsonView } from '../../../parts/json-view.tsx'
import { OutLink } from '../../../parts/markdown-view.tsx'
import * as words from '../../../words/index.ts'
import type { Result } from '../result.ts'

/** What a page says of itself, and how its server answered. */
export function MetadataView({ result }: { result: Result }) {
  const { facts } = words.playground
  const known: [string, ComponentChildren][] = [
    [facts.title, result.title],
    [facts.author, result.author],
    [facts.published, result.published_at],
    [facts.address, <OutLink href={result.final_url}>{result.final_url}</OutLink>],
    [
      facts.redirects,
      result.redirect_chain?.length ? (
        <ol>
          {result.redirect_chain.map(({ url, status_code }, index) => (
            <li key={index}>
              {status_code} <OutLink href={url}>{url}</OutLink>
            </li>
          ))}
        </ol>
      ) : undefined,
    ],
    [facts.size, result.size_bytes === undefined ? undefined : formatBytes(result.size_bytes)],
  ]
  return (
    <div class="stack">
      <Facts facts={known} />
      {result.metadata && (
        <section class="stack">
          <h3>{facts.metadata}</h3>
          <JsonView value={result.metadata} />
        </section>
      )}
      <Headers title={facts.headers} headers={result.headers} />
      <Headers title={facts.requestHeaders} headers={result.request_headers} />
    </div>
  )
}

function Facts({ facts, mono = false }: { facts: [string, ComponentChildren][]; mono?: boolean }) {
  return (
    <dl class={mono ? 'facts mono' : 'facts'}>
      {facts
        .filter(([, value]) => value !== undefined && value !== null && value !== '')
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

function Headers({ title, headers }: { title: string; headers: Record<string, string> | undefined }) {
  const entries = Object.entries(headers ?? {})
  if (entries.length === 0) return null
  return (
    <section class="stack">
      <h3>{title}</h3>
      <Facts facts={entries} mono />
    </section>
  )
}
