import { useState } from 'preact/hooks'
import { formatNumber } from '../../../parts/amounts.tsx'
import { Field } from '../../../parts/field.tsx'
import * as words from '../../../words/index.ts'
import { type CsvGlance, glanceAtCsv } from './read-csv.ts'
import { NO_SOURCE, type Source } from './source.ts'

const said = words.work.batches

/** A CSV file with a column `url`: the service reads it, and names its faults by line and column. */
export function CsvSource({ onSource }: { onSource: (source: Source) => void }) {
  const [glance, setGlance] = useState<CsvGlance>()
  const choose = async (file: File | undefined) => {
    if (!file) {
      setGlance(undefined)
      onSource(NO_SOURCE)
      return
    }
    const seen = glanceAtCsv(await file.text())
    setGlance(seen)
    onSource({ urls: seen.urls, count: seen.rows, file })
  }
  return (
    <>
      <Field label={said.file} hint={said.fileHint}>
        {(attributes) => (
          <input
            {...attributes}
            type="file"
            accept=".csv,.tsv,text/csv,text/tab-separated-values"
            onChange={(event) => void choose(event.currentTarget.files?.[0])}
          />
        )}
      </Field>
      {glance ? (
        <p role="status">
          {words.work.addresses(formatNumber(glance.rows))}: <code>{glance.columns.join(', ')}</code>
        </p>
      ) : (
        <pre class="muted" tabIndex={0}>
          {said.csvExample}
        </pre>
      )}
    </>
  )
}
