import { Link, useLocation } from 'wouter'
import { useOwn } from '../../api/own-things.ts'
import { FormButton } from '../../parts/things/form-button.tsx'
import * as words from '../../words/index.ts'

const said = words.exports
const FORMATS = ['jsonl', 'csv', 'parquet', 'warc', 'wacz', 'files'] as const

/** Writes the pages of a batch or crawl that has ended to one of the account's places. */
export function ExportButton({ run }: { run: (fields: never) => Promise<unknown> }) {
  const [, navigate] = useLocation()
  const places = useOwn('export-destinations')
  if (!places) return null
  if (places.length === 0) return <Link href="/exports">{said.addFirst}</Link>
  return (
    <FormButton
      label={said.export}
      fields={[
        {
          name: 'destination_id',
          label: said.columns.where,
          kind: 'select',
          initial: places[0]!.id,
          options: places.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: 'format',
          label: said.columns.format,
          kind: 'select',
          initial: 'jsonl',
          options: FORMATS.map((value) => ({ value, label: value })),
        },
        { name: 'include_files', label: said.includeFiles, kind: 'check' },
      ]}
      run={(values) => run(values as never)}
      onDone={() => navigate('/exports')}
    />
  )
}
