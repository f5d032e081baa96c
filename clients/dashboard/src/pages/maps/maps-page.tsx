import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { nextLook } from '../../api/looks.ts'
import { saveFile } from '../../api/save-file.ts'
import { withScheme } from '../../api/with-scheme.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { TextField } from '../../parts/field.tsx'
import { OutLink } from '../../parts/markdown-view.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import '../batches/page-options.css'

type SiteMap = Schemas['SiteMap']
const said = words.maps

const COLUMNS: readonly Column<Schemas['MapEntry']>[] = [
  {
    key: 'url',
    title: words.work.columns.page,
    width: 'minmax(180px, 2fr)',
    cell: ({ url, description }) => (
      <span title={description ?? url}>
        <OutLink href={url}>{url}</OutLink>
      </span>
    ),
  },
  { key: 'title', title: said.columns.title, optional: true, cell: ({ title }) => title },
  { key: 'source', title: said.columns.source, width: '80px', cell: ({ source }) => said.sources[source] },
  {
    key: 'depth',
    title: said.columns.depth,
    width: '56px',
    numeric: true,
    optional: true,
    cell: ({ depth }) => depth,
  },
]

/** Which addresses a site has; the map stands in the address, so that it can be read again. */
export default function MapsPage() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  const [url, setUrl] = useState('')
  const [text, setText] = useState('')
  const [maxPages, setMaxPages] = useState('500')
  const make = useMutation({
    mutationFn: () =>
      gleaner().maps.create({
        url: withScheme(url.trim()),
        max_pages: Number(maxPages),
        ...(text.trim() && { search: text.trim() }),
      }),
    onSuccess: ({ map_id }) => setSearch({ id: map_id }, { replace: true }),
  })
  const { data: map, error } = useQuery({
    queryKey: ['map', id],
    queryFn: ({ signal }) => gleaner().maps.get(id!, { signal }),
    enabled: id !== null,
    refetchInterval: (query) => query.state.data && !isWhole(query.state.data) && nextLook(query),
  })
  return (
    <>
      <PageHead title={said.title} lead={said.lead} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate()
        }}
      >
        <div class="option-fields">
          <TextField
            label={said.url}
            hint={said.urlHint}
            inputMode="url"
            autocapitalize="none"
            spellcheck={false}
            required
            placeholder="https://example.com/"
            value={url}
            onValue={setUrl}
          />
          <TextField label={said.about} hint={said.aboutHint} value={text} onValue={setText} />
          <TextField label={said.most} type="number" min={1} value={maxPages} onValue={setMaxPages} />
        </div>
        <div class="row">
          <Button kind="main" type="submit" busy={make.isPending}>
            {said.make}
          </Button>
        </div>
      </form>
      {(make.error ?? error) && <ErrorNotice error={make.error ?? error} />}
      {map && isWhole(map) && <Found map={map} />}
      {map && !isWhole(map) && <p role="status">{said.making}</p>}
      {id === null && !make.isPending && <Empty title={said.empty} example={said.example} />}
    </>
  )
}

const isWhole = (map: SiteMap | Schemas['MapUnderWay']): map is SiteMap => 'urls' in map

function Found({ map }: { map: SiteMap }) {
  const save = () =>
    saveFile(
      new Blob([map.urls.map(({ url }) => `${url}\n`).join('')], { type: 'text/plain' }),
      `map_${map.map_id}.txt`,
    )
  const start = map.urls[0]?.url
  return (
    <>
      <div class="row">
        <p role="status">
          {words.work.found(formatNumber(map.total_urls))}, {words.work.used.toLowerCase()}{' '}
          <Credits value={map.credits_used} />
        </p>
        <Button onClick={save}>{words.work.download}</Button>
        {start && (
          <Link class="button" href={`/crawls/new?url=${encodeURIComponent(start)}`}>
            {said.crawl}
          </Link>
        )}
      </div>
      {map.warnings?.map((warning) => (
        <Notice key={warning} kind="warn">
          {warning}
        </Notice>
      ))}
      <DataTable
        label={said.title}
        columns={COLUMNS}
        rows={map.urls}
        keyOf={({ url }) => url}
        empty={<Empty title={said.none} />}
      />
    </>
  )
}
