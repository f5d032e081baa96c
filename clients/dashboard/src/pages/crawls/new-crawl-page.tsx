import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useLocation, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { issuesOf } from '../../api/message-of.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { PageOptionsForm } from '../batches/page-options-form.tsx'
import { CrawlEstimate } from './crawl-estimate.tsx'
import { toCrawlFields, USUAL_CRAWL } from './crawl-options.ts'
import { ScopeForm } from './scope-form.tsx'

const said = words.work.crawls

/** Starts a crawl: where it begins, what bounds it, what is made of each page, and what it will cost. */
export default function NewCrawlPage() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const [options, setOptions] = useState({ ...USUAL_CRAWL, url: search.get('url') ?? '' })
  const estimate = useMutation({
    mutationFn: () => gleaner().crawls.estimate(toCrawlFields(options) as never),
  })
  const start = useMutation({
    mutationFn: () => gleaner().crawls.create(toCrawlFields(options) as never),
    onSuccess: ({ crawl_id }) => navigate(`/crawls/${crawl_id}`),
  })
  const error = start.error ?? estimate.error
  const isReady = options.url.trim() !== '' && Number(options.maxPages) > 0
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
          <ScopeForm options={options} onOptions={setOptions} issues={issuesOf(error)} />
        </section>
        <section class="card stack">
          <PageOptionsForm
            options={options.pages}
            onOptions={(pages) => setOptions({ ...options, pages })}
            issues={issuesOf(error)}
          />
        </section>
        {error && <ErrorNotice error={error} />}
        {estimate.data && <CrawlEstimate estimate={estimate.data} />}
        <div class="row">
          <Button kind="main" type="submit" busy={start.isPending} disabled={!isReady}>
            {said.start}
          </Button>
          <Button busy={estimate.isPending} disabled={!isReady} onClick={() => estimate.mutate()}>
            {said.estimate}
          </Button>
        </div>
      </form>
    </>
  )
}
