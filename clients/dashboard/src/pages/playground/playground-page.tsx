import { useEffect, useState } from 'preact/hooks'
import { useLocation, useSearchParams } from 'wouter'
import { Button } from '../../parts/button.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Ladder } from '../../parts/ladder.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useSession } from '../../session/use-session.ts'
import { words } from '../../words/index.ts'
import { type Choices, fromSearch, toBody, toSearch } from './choices.ts'
import { Demo } from './demo.tsx'
import { FailedView } from './failed-view.tsx'
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
  return signedIn ? <Playground /> : <Demo />
}

function Playground() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const [choices, setChoices] = useState(() => fromSearch(search))
  const [pointed, setPointed] = useState<{ html: string | undefined; base: string }>()
  const estimate = useEstimate(choices)
  const { climb, cancel, ...scrape } = useClimb()
  useEffect(() => {
    const text = toSearch(choices)
    navigate(text ? `/?${text}` : '/', { replace: true })
  }, [choices])

  const submit = () => scrape.mutate(toBody(choices))
  /** The page as it came is what selectors are tried on, and asked for besides. */
  const point = () =>
    scrape.mutate(withRaw(choices), {
      onSuccess: (result) => setPointed({ html: htmlOf(result), base: result.final_url }),
    })
  const result = scrape.isPending ? undefined : scrape.data
  const error = scrape.error ?? estimate.error
  return (
    <>
      <PageHead title={words.playground.title} lead={words.playground.lead} />
      <div class="playground">
        <RequestForm
          choices={choices}
          onChoices={setChoices}
          onSubmit={submit}
          onPoint={point}
          busy={scrape.isPending}
          estimate={estimate}
          error={error}
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
              faults={estimate.faults}
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

function withRaw(choices: Choices) {
  return toBody({ ...choices, formats: [...new Set([...choices.formats, 'raw'])] })
}

/** What the service has found with a template. */
function foundOf({ filtered_content, metadata }: Result): Record<string, unknown> | undefined {
  if (metadata?.template === undefined || Array.isArray(filtered_content)) return undefined
  return filtered_content ?? {}
}
