import type { Schemas } from '@gleaner/sdk'
import { useState } from 'preact/hooks'
import { formatNumber } from '../../../parts/amounts.tsx'
import { Button } from '../../../parts/button.tsx'
import { type Column, DataTable } from '../../../parts/data-table.tsx'
import { TextField } from '../../../parts/field.tsx'
import * as words from '../../../words/index.ts'
import { MOST_ENTRIES } from './source.ts'

type Entry = Schemas['MapEntry']
const said = words.work.batches

/** A list of addresses with a box each. `onChosen` is given them in the order of the list. */
export function AddressChoice({
  found,
  chosen,
  onChosen,
}: {
  found: readonly Entry[]
  chosen: ReadonlySet<string>
  onChosen: (urls: readonly string[]) => void
}) {
  const [text, setText] = useState('')
  const wanted = text.trim().toLowerCase()
  const shown = wanted === '' ? found : found.filter(({ url }) => url.toLowerCase().includes(wanted))
  const inOrder = (urls: ReadonlySet<string>) =>
    onChosen(found.map(({ url }) => url).filter((url) => urls.has(url)))
  const set = (urls: readonly string[], isChosen: boolean) =>
    inOrder(
      isChosen
        ? new Set([...chosen, ...urls].slice(0, MOST_ENTRIES))
        : new Set([...chosen].filter((url) => !urls.includes(url))),
    )
  const columns: readonly Column<Entry>[] = [
    {
      key: 'chosen',
      title: said.chosen,
      width: '64px',
      cell: ({ url }) => (
        <input
          type="checkbox"
          aria-label={url}
          checked={chosen.has(url)}
          onChange={(event) => set([url], event.currentTarget.checked)}
        />
      ),
    },
    {
      key: 'url',
      title: words.work.columns.page,
      width: 'minmax(160px, 2fr)',
      cell: ({ url, title }) => <span title={title ?? url}>{url}</span>,
    },
    {
      key: 'modified',
      title: words.work.columns.modified,
      width: '110px',
      optional: true,
      cell: ({ last_modified }) => last_modified?.slice(0, 10),
    },
  ]
  const urls = shown.map(({ url }) => url)
  return (
    <>
      <div class="source-line">
        <TextField label={words.work.text} value={text} onValue={setText} />
        <Button onClick={() => set(urls, true)}>{said.chooseAll(formatNumber(urls.length))}</Button>
        <Button onClick={() => set(urls, false)}>{said.chooseNone}</Button>
      </div>
      <DataTable label={said.sitemap} columns={columns} rows={shown} keyOf={({ url }) => url} />
    </>
  )
}
