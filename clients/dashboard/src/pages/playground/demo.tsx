import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Link } from 'wouter'
import { anonymous } from '../../api/client.ts'
import { withScheme } from '../../api/with-scheme.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { TextField } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { FailedView } from './failed-view.tsx'
import { ResultView } from './result-view.tsx'

type Server = Awaited<ReturnType<typeof anonymous.server>>

/** What a stranger finds: a page to try, free of charge, and what an account gives; where there is no demo, the way in. */
export function Demo() {
  const { data: server, error } = useQuery({
    queryKey: ['server'],
    queryFn: ({ signal }) => anonymous.server({ signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // A server that does not say what it offers may have a demo.
  if (!server && !error) return <div class="page-loading" aria-busy="true" />
  if (server && !server.demo.is_open) return <Front server={server} />
  return <TryPage server={server} />
}

function TryPage({ server }: { server: Server | undefined }) {
  const [url, setUrl] = useState('')
  const demo = useMutation({ mutationFn: () => anonymous.demo({ url: withScheme(url) }) })
  const isUsedUp = (demo.error as { status?: number } | null)?.status === 429
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
          hint={server && words.playground.demoLead(server.demo.pages_per_hour, server.demo.highest_tier)}
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
        {isUsedUp && <Notice kind="warn">{words.playground.demoAgain}</Notice>}
        {demo.error && !isUsedUp && <FailedView error={demo.error} />}
        {demo.data && !demo.isPending && <ResultView isOwnPage result={demo.data as never} />}
        {demo.isIdle && (
          <Copyable
            block
            text={`curl "${location.origin}/api/v1/scrape?url=https://example.com" -H "X-API-Key: $KEY"`}
          />
        )}
      </section>
      {server && <AccountGives server={server} />}
    </>
  )
}

/** Where there is no demo. */
function Front({ server }: { server: Server }) {
  return (
    <>
      <PageHead title={words.playground.demoTitle} lead={words.playground.demoClosed} />
      <AccountGives server={server} isMain />
    </>
  )
}

function AccountGives({ server, isMain = false }: { server: Server; isMain?: boolean }) {
  const isClosed = server.registration === 'closed'
  return (
    <section class="card stack">
      <p>
        {isClosed
          ? words.playground.accountClosed
          : words.playground.demoAccount(formatNumber(server.signup_credits))}
      </p>
      <div class="row">
        {!isClosed && (
          <Link href="/sign-up" class={isMain ? 'button main' : 'button'}>
            {words.shell.signUp}
          </Link>
        )}
        <Link href="/sign-in" class={isMain && isClosed ? 'button main' : 'button'}>
          {words.shell.signIn}
        </Link>
      </div>
    </section>
  )
}
