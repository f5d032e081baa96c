import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { FormButton } from '../../parts/things/form-button.tsx'
import { words } from '../../words/index.ts'

const said = words.exports
const FORMATS = ['jsonl', 'csv', 'parquet', 'warc', 'wacz', 'files'] as const

/** Writes the pages of a batch or crawl that has ended to one of the account's places. */
export function ExportButton({ run }: { run: (fields: never) => Promise<unknown> }) {
  const [, navigate] = useLocation()
  const { data } = useQuery({
    queryKey: ['export-destinations'],
    queryFn: async ({ signal }) =>
      (await gleaner().exportDestinations.list({ limit: 100 }, { signal })).destinations,
  })
  if (!data) return null
  if (data.length === 0) return <Link href="/exports">{said.addFirst}</Link>
  return (
    <FormButton
      label={said.export}
      fields={[
        {
          name: 'destination_id',
          label: said.columns.where,
          kind: 'select',
          initial: data[0]!.id,
          options: data.map(({ id, name }) => ({ value: id, label: name })),
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
