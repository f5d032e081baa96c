import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation, useSearch } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Ladder } from '../../parts/ladder.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useSession } from '../../session/use-session.ts'
import * as words from '../../words/index.ts'
import { type Body, type Choices, fromBody, fromSearch, toBody, toSearch } from './choices.ts'
import { Demo } from './demo.tsx'
import { FailedView } from './failed-view.tsx'
import { issuesByPath } from './faults.ts'
import { PointingPanel } from './pointing/pointing-panel.tsx'
import { RequestForm } from './request-form.tsx'
import { htmlOf, type Result } from './result.ts'
import { ResultView } from './result-view.tsx'
import { useClimb } from './use-climb.ts'
import { useEstimate } from './use-estimate.ts'
import './playground.css'

/** Trying a page: what is asked on one side, what comes back on the other. Without a sign-in it is the demo. */
export default function PlaygroundPage() {
  const { signedIn } = useSession()
  const [jobId] = useState(() => searchOfNow().get('job'))
  if (!signedIn) return <Demo />
  return jobId === null ? <Playground /> : <PlaygroundOfJob id={jobId} />
}

/** With what a job was asked with, and what the address says beside it. */
function PlaygroundOfJob({ id }: { id: string }) {
  const [changes] = useState(() => fromSearch(searchOfNow()).options)
  const { data, error } = useQuery({
    queryKey: ['asked', id],
    queryFn: ({ signal }) => gleaner().jobs.request(id, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error) return <ErrorNotice error={error} />
  if (!data) return <div class="page-loading" aria-busy="true" />
  if (!data.request) return <Notice kind="warn">{words.playground.wasNoScrape}</Notice>
  const asked = fromBody(data.request)
  return (
    <Playground
      initial={{ ...asked, options: { ...asked.options, ...changes } }}
      note={data.had_secrets !== false && words.playground.secretsGone}
    />
  )
}

function Playground({ initial, note }: { initial?: Choices; note?: string | false }) {
  const [choices, setChoices] = useState(() => initial ?? fromSearch(searchOfNow()))
  const [pointed, setPointed] = useState<{ html: string | undefined; base: string }>()
  const estimate = useEstimate(choices)
  const { climb, cancel, ...scrape } = useClimb()
  useAddress(choices, setChoices)
  const [sent, setSent] = useState<Choices>()
  const send = (body: Body, onSuccess?: (result: Result) => void) => {
    setSent(choices)
    scrape.mutate(body, onSuccess && { onSuccess })
  }
  /** The page as it came is what selectors are tried on, and asked for besides. */
  const point = () =>
    send(withRaw(choices), (result) => setPointed({ html: htmlOf(result), base: result.final_url }))
  const result = scrape.isPending ? undefined : scrape.data
  // What was wrong with a request is told until it is changed.
  const faults = new Map([...estimate.faults, ...issuesByPath(sent === choices ? scrape.error : null)])
  return (
    <>
      <PageHead title={words.playground.title} lead={words.playground.lead} />
      {note && <Notice kind="warn">{note}</Notice>}
      <div class="playground">
        <RequestForm
          choices={choices}
          onChoices={setChoices}
          onSubmit={() => send(toBody(choices))}
          onPoint={point}
          busy={scrape.isPending}
          estimate={estimate}
          faults={faults}
        />
        <section class="stack" aria-label={words.playground.result} aria-busy={scrape.isPending}>
          {scrape.isPending && (
            <div class="card stack">
              <p role="status">{words.playground.fetching}</p>
              {climb && <Ladder rungs={climb.rungs} runningTier={climb.tier} />}
              {climb && (
                <div class="row">
                  <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
                    {words.jobs.cancel}
                  </Button>
                </div>
              )}
            </div>
          )}
          {scrape.error && <FailedView error={scrape.error} />}
          {pointed && pointed.html === undefined && <Notice kind="warn">{words.pointing.noHtml}</Notice>}
          {pointed?.html !== undefined && (
            <PointingPanel
              html={pointed.html}
              base={pointed.base}
              template={choices.template}
              onTemplate={(template) => setChoices((now) => ({ ...now, template }))}
              found={result && foundOf(result)}
              faults={faults}
              busy={scrape.isPending}
              onCheck={point}
            />
          )}
          {result && <ResultView result={result} key={result.job_id} />}
          {scrape.isIdle && <Empty title={words.playground.empty} example={words.playground.emptyExample} />}
        </section>
      </div>
    </>
  )
}

/** What is chosen stands in the address, and what comes with another address, as from the palette, is chosen. */
function useAddress(choices: Choices, onChoices: (choices: Choices) => void): void {
  // Drawn anew when it changes; what it says is read as it stands, as the router decodes it once too often.
  useSearch()
  const [, navigate] = useLocation()
  const written = useRef<string>(undefined)
  useEffect(() => {
    const text = toSearch(choices)
    written.current = text
    navigate(text ? `/?${text}` : '/', { replace: true })
  }, [choices])
  useEffect(() => {
    // As it stands by now: somebody who types fast is ahead of what was drawn.
    const now = searchOfNow()
    if (now.toString() !== written.current) onChoices(fromSearch(now))
  }, [searchOfNow().toString()])
}

const searchOfNow = () => new URLSearchParams(location.search)

function withRaw(choices: Choices) {
  return toBody({ ...choices, formats: [...new Set([...choices.formats, 'raw'])] })
}

/** What the service has found with a template. */
function foundOf({ filtered_content, metadata }: Result): Record<string, unknown> | undefined {
  if (metadata?.template === undefined || Array.isArray(filtered_content)) return undefined
  return filtered_content ?? {}
}
