import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Link, useLocation, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { issuesOf } from '../../api/message-of.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import * as words from '../../words/index.ts'
import { BatchEstimate } from './batch-estimate.tsx'
import { FaultList } from './fault-list.tsx'
import { faultsOfError, faultsOfSkipped } from './faults.ts'
import { toFields, USUAL_OPTIONS } from './page-options.ts'
import { PageOptionsForm } from './page-options-form.tsx'
import { CsvSource } from './sources/csv-source.tsx'
import { PasteSource } from './sources/paste-source.tsx'
import { SitemapSource } from './sources/sitemap-source.tsx'
import { MOST_ENTRIES, NO_SOURCE, type Source } from './sources/source.ts'
import './new-batch.css'

const said = words.work.batches
const SOURCES = { paste: PasteSource, csv: CsvSource, sitemap: SitemapSource } as const
type SourceName = keyof typeof SOURCES

/** Starts a batch: where its addresses come from, what holds for each, and what it will cost. */
export default function NewBatchPage() {
  const [search, setSearch] = useSearchParams()
  const [, navigate] = useLocation()
  const [source, setSource] = useState<Source>(NO_SOURCE)
  const [options, setOptions] = useState(USUAL_OPTIONS)
  const [concurrency, setConcurrency] = useState('')
  const [leaveOut, setLeaveOut] = useState(false)
  const name = Object.keys(SOURCES).find((each) => each === search.get('from')) ?? 'paste'
  const start = useMutation({
    mutationFn: () =>
      gleaner().batches.create({
        ...toFields(options),
        ...(concurrency && { concurrency: Number(concurrency) }),
        on_invalid: leaveOut ? 'skip' : 'refuse',
        ...(source.file ? { file: source.file } : { urls: source.urls }),
      } as never),
    onSuccess: ({ batch_id, skipped }) => {
      if (!skipped?.length) navigate(`/batches/${batch_id}`)
    },
  })
  const faults = faultsOfError(start.error, source)
  const isTooLarge = source.count > MOST_ENTRIES
  return (
    <>
      <PageHead title={said.add} lead={said.lead} />
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate()
        }}
      >
        <section class="card stack">
          <Tabs
            label={said.from}
            current={name}
            onCurrent={(from) => {
              setSource(NO_SOURCE)
              start.reset()
              setSearch({ from }, { replace: true })
            }}
            tabs={Object.entries(SOURCES).map(([key, Part]) => ({
              key,
              title: said.sources[key as SourceName],
              content: () => (
                <div class="stack">
                  <Part onSource={setSource} />
                </div>
              ),
            }))}
          />
        </section>
        <section class="card stack">
          <PageOptionsForm options={options} onOptions={setOptions} issues={issuesOf(start.error)}>
            <TextField
              label={said.concurrency}
              hint={said.concurrencyHint}
              type="number"
              min={1}
              max={MOST_ENTRIES}
              value={concurrency}
              onValue={setConcurrency}
            />
          </PageOptionsForm>
          <CheckField
            label={said.leaveOut}
            hint={said.leaveOutHint}
            checked={leaveOut}
            onChecked={setLeaveOut}
          />
        </section>
        {start.error &&
          (faults.length > 0 ? (
            <>
              <Notice kind="bad">{said.faults.refused(formatNumber(faults.length))}</Notice>
              <FaultList faults={faults} />
            </>
          ) : (
            <ErrorNotice error={start.error} />
          ))}
        {start.data?.skipped?.length ? (
          <>
            <Notice kind="warn">
              <p>{said.faults.skipped(formatNumber(start.data.skipped.length))}</p>
              <Link class="button main" href={`/batches/${start.data.batch_id}`}>
                {said.open(formatNumber(start.data.total_jobs))}
              </Link>
            </Notice>
            <FaultList faults={faultsOfSkipped(start.data.skipped, source)} />
          </>
        ) : (
          <div class="row">
            <Button
              kind="main"
              type="submit"
              busy={start.isPending}
              disabled={source.count === 0 || isTooLarge}
            >
              {source.count === 0 ? said.start : said.startMany(formatNumber(source.count))}
            </Button>
            {isTooLarge ? (
              <p class="error">{said.tooMany(formatNumber(MOST_ENTRIES))}</p>
            ) : (
              <BatchEstimate urls={source.urls} count={source.count} options={options} />
            )}
          </div>
        )}
      </form>
    </>
  )
}
