import type { Tab } from '../../../parts/tabs.tsx'
import * as words from '../../../words/index.ts'
import { contentOf, type Result } from '../result.ts'
import { BytesView, type PageBytes, SaveBase64 } from './bytes-view.tsx'
import { type Changes, ChangesView } from './changes-view.tsx'
import { ChunksView, type Rag } from './chunks-view.tsx'
import { pathOfFile } from './file-link.tsx'
import type { Format } from './formats.ts'
import { isRecords, RecordsView } from './grid-view.tsx'
import { JsonTree } from './json-tree.tsx'
import { MetadataView } from './metadata-view.tsx'
import { Screenshot } from './screenshot.tsx'
import { SectionsView, type SectionTree } from './sections-view.tsx'
import { type PageTable, TablesView } from './tables-view.tsx'
import { RenderedView, SourceView } from './text-view.tsx'
import './views.css'

type View = (value: never, result: Result) => Tab[]

const tab = (key: string, content: Tab['content']): Tab => ({
  key,
  title: words.playground.views[key] ?? key,
  content,
})
const json = (name: string) => (value: unknown) => [tab(name, () => <JsonTree value={value} name={name} />)]
const source = (name: string, file: string) => (text: string) => [
  tab(name, () => <SourceView text={text} name={file} />),
]
const records = (name: string) => (value: object[]) => [
  tab(name, () =>
    isRecords(value) ? <RecordsView records={value} name={name} /> : <JsonTree value={value} name={name} />,
  ),
]

/** How each format of the API is looked at. */
export const VIEWS: Readonly<Record<Format, View>> = {
  markdown: (text: string) => [
    tab('markdown', () => <RenderedView text={text} />),
    tab('source', () => <SourceView text={text} name="page.md" />),
  ],
  text: source('text', 'page.txt'),
  html: source('html', 'page.html'),
  json: json('json'),
  json_v2: (tree: SectionTree) => [tab('json_v2', () => <SectionsView tree={tree} />)],
  rag: (rag: Rag) => [tab('rag', () => <ChunksView rag={rag} />)],
  tables: (tables: PageTable[]) => [tab('tables', () => <TablesView tables={tables} />)],
  links: records('links'),
  images: records('images'),
  content: json('content'),
  raw: (text: string, { raw_encoding }) => [
    tab('raw', () =>
      raw_encoding === 'base64' ? <SaveBase64 base64={text} /> : <SourceView text={text} name="page.raw" />,
    ),
  ],
  bytes: (bytes: PageBytes) => [tab('bytes', () => <BytesView bytes={bytes} />)],
  change_tracking: (changes: Changes | null) => [
    tab('change_tracking', () => <ChangesView changes={changes} />),
  ],
  summary: (text: string | null) => [tab('summary', () => <RenderedView text={text ?? ''} />)],
}

/** Everything that a result holds, beside each other: what was asked for first. */
export function tabsOf(result: Result): Tab[] {
  const { screenshot_url, pdf_url, document_url, title } = result
  const fields = result.extraction_result ?? result.filtered_content
  return [
    ...(fields === undefined || fields === null ? [] : [fieldsTab(fields)]),
    ...Object.entries(contentOf(result)).flatMap(([format, value]) => viewOf(format, value, result)),
    ...(screenshot_url
      ? [tab('screenshot', () => <Screenshot url={screenshot_url} title={title ?? ''} />)]
      : []),
    ...[pdf_url, document_url].flatMap((url, index) =>
      url
        ? [
            tab(index === 0 ? 'pdf' : 'document', () => (
              <a class="button" href={pathOfFile(url)} download>
                {words.playground.downloadFile}
              </a>
            )),
          ]
        : [],
    ),
    ...(result.raw_html === undefined ? [] : source('raw_html', 'page.raw.html')(result.raw_html)),
    ...(result.action_results?.length ? json('actions')(result.action_results) : []),
    ...(result.captured_xhr?.length ? json('xhr')(result.captured_xhr) : []),
    tab('metadata', () => <MetadataView result={result} />),
    tab('whole', () => <JsonTree value={result} name="result" />),
  ]
}

/** A format that came after this page was built is seen as JSON. */
function viewOf(format: string, value: unknown, result: Result): Tab[] {
  const view = VIEWS[format as Format] as ((value: unknown, result: Result) => Tab[]) | undefined
  return view ? view(value, result) : json(format)(value)
}

/** Fields, and each list of them as rows that can be kept as CSV. */
function fieldsTab(fields: unknown): Tab {
  const lists = isRecords(fields)
    ? [['items', fields] as const]
    : Object.entries(Object(fields) as Record<string, unknown>).filter((entry): entry is [string, object[]] =>
        isRecords(entry[1]),
      )
  return tab('fields', () => (
    <div class="stack">
      <JsonTree value={fields} name="fields" />
      {lists.map(([name, list]) => (
        <section key={name} class="stack">
          <h3>{name}</h3>
          <RecordsView records={list} name={name} />
        </section>
      ))}
    </div>
  ))
}
