import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { anonymous } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { TextField } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { words } from '../../words/index.ts'
import { withScheme } from './choices.ts'
import { FailedView } from './failed-view.tsx'
import { ResultView } from './result-view.tsx'

/** What a stranger finds: a page to try, free of charge. */
export function Demo() {
  const [url, setUrl] = useState('')
  const demo = useMutation({ mutationFn: () => anonymous.demo({ url: withScheme(url) }) })
  return (
    <>
      <PageHead title={words.playground.demoTitle} lead={words.playground.lead} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          demo.mutate()
        }}
      >
        <TextField
          label={words.playground.url}
          hint={words.playground.demoLead}
          inputMode="url"
          autocapitalize="none"
          autocomplete="url"
          spellcheck={false}
          placeholder="https://example.com/"
          required
          value={url}
          onValue={setUrl}
        />
        <Button kind="main" type="submit" busy={demo.isPending}>
          {words.playground.fetch}
        </Button>
      </form>
      <section class="stack" aria-label={words.playground.result} aria-busy={demo.isPending}>
        {demo.isPending && <p role="status">{words.playground.fetching}</p>}
        {demo.error && <FailedView error={demo.error} />}
        {demo.data && !demo.isPending && <ResultView result={demo.data as never} />}
        {demo.isIdle && (
          <Copyable
            block
            text={`curl "${location.origin}/api/v1/scrape?url=https://example.com" -H "X-API-Key: $KEY"`}
          />
        )}
      </section>
    </>
  )
}
