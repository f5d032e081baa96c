import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Link, useLocation } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { issuesOf } from '../../api/message-of.ts'
import { Button } from '../../parts/button.tsx'
import { CheckField, TextField } from '../../parts/field.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { OpenLogins } from './open-logins.tsx'
import { rememberTicket } from './unused-tickets.ts'

const said = words.byHand
/** A viewer no wider than this is one on a phone. In CSS pixels. */
const NARROW = 600

/** Opens a browser of the service, in which a person signs in. It has an address of its own from then on. */
export default function ByHandPage() {
  const [, navigate] = useLocation()
  const cache = useQueryClient()
  const [url, setUrl] = useState('')
  const [name, setName] = useState('')
  const [mobile, setMobile] = useState(innerWidth <= NARROW)
  const begin = useMutation({
    mutationFn: () =>
      gleaner().manualLogins.create({
        url: /^[a-z]+:/i.test(url) ? url : `https://${url}`,
        mobile,
        ...(name && { name }),
      }),
    onSuccess: ({ ticket, expires_at: _, socket_path, ...login }) => {
      rememberTicket(login.id, { ticket, socket_path })
      cache.setQueryData(['manual-login', login.id], login)
      navigate(`/sessions/sign-in/${login.id}`)
    },
  })
  const issues = issuesOf(begin.error)
  return (
    <>
      <PageHead title={said.title} lead={said.lead} />
      <OpenLogins />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          begin.mutate()
        }}
      >
        <TextField
          label={said.url}
          value={url}
          onValue={setUrl}
          error={issues.get('url')}
          inputMode="url"
          autocapitalize="none"
          spellcheck={false}
          placeholder="https://example.com/login"
          required
        />
        <TextField
          label={said.name}
          hint={said.nameHint}
          value={name}
          onValue={setName}
          error={issues.get('name')}
        />
        <CheckField label={said.mobile} checked={mobile} onChecked={setMobile} />
        <p class="small muted">{said.price}</p>
        {begin.error && <ErrorNotice error={begin.error} />}
        <div class="row">
          <Button kind="main" type="submit" busy={begin.isPending}>
            {said.start}
          </Button>
        </div>
      </form>
      <p class="small muted">
        {said.readers} <Link href="/sessions">{said.readersLink}</Link>
      </p>
    </>
  )
}
