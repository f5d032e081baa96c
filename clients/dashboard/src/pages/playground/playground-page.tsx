import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useLocation, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useSession } from '../../session/use-session.ts'
import { words } from '../../words/index.ts'
import { type Choices, fromSearch, toBody, toSearch } from './choices.ts'
import { Demo } from './demo.tsx'
import { FailedView } from './failed-view.tsx'
import { RequestForm } from './request-form.tsx'
import { ResultView } from './result-view.tsx'
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
  const scrape = useMutation({
    mutationFn: (asked: Choices) => {
      const { url, ...fields } = toBody(asked)
      return gleaner().scrape(url, fields)
    },
  })
  const submit = () => {
    navigate(`/?${toSearch(choices)}`, { replace: true })
    scrape.mutate(choices)
  }
  return (
    <>
      <PageHead title={words.playground.title} lead={words.playground.lead} />
      <div class="playground">
        <RequestForm choices={choices} onChoices={setChoices} onSubmit={submit} busy={scrape.isPending} />
        <section class="stack" aria-label={words.playground.result} aria-busy={scrape.isPending}>
          {scrape.isPending && <p role="status">{words.playground.fetching}</p>}
          {scrape.error && <FailedView error={scrape.error} />}
          {scrape.data && !scrape.isPending && <ResultView result={scrape.data as never} />}
          {scrape.isIdle && <Empty title={words.playground.empty} example={words.playground.emptyExample} />}
        </section>
      </div>
    </>
  )
}
