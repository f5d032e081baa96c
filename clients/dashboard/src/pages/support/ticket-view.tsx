import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { issuesOf } from '../../api/message-of.ts'
import { Button } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { TicketState } from './ticket-state.tsx'
import './ticket.css'

const said = words.support
type Detail = Schemas['TicketDetail']
type Author = Detail['messages'][number]['author']

/** How one side reads a ticket and has its say. */
export interface TicketSide {
  queryKey: readonly string[]
  read: (signal: AbortSignal) => Promise<Detail>
  reply: (message: string) => Promise<unknown>
  close: () => Promise<unknown>
  /** What each author is called on this side. */
  authors: Record<Author, string>
  /** On the field of the next message. */
  label: string
}

/** What was asked and answered, and a field for the next word. */
export function TicketView({ side }: { side: TicketSide }) {
  const cache = useQueryClient()
  const ticket = useQuery({ queryKey: side.queryKey, queryFn: ({ signal }) => side.read(signal) })
  const refresh = () => cache.invalidateQueries({ queryKey: side.queryKey })
  const [message, setMessage] = useState('')
  const reply = useMutation({
    mutationFn: () => side.reply(message),
    onSuccess() {
      setMessage('')
      return refresh()
    },
  })
  const close = useMutation({ mutationFn: side.close, onSuccess: refresh })
  if (ticket.error) return <ErrorNotice error={ticket.error} again={() => ticket.refetch()} />
  if (!ticket.data) return <div class="page-loading" aria-busy="true" />
  const { subject, status, readable_id, messages } = ticket.data
  const issues = issuesOf(reply.error)
  return (
    <>
      <PageHead title={subject} state={<TicketState status={status} />} lead={readable_id}>
        {status !== 'closed' && (
          <Button busy={close.isPending} onClick={() => close.mutate()}>
            {said.close}
          </Button>
        )}
      </PageHead>
      {close.error && <ErrorNotice error={close.error} />}
      <ol class="messages">
        {messages.map(({ id, author, message: text, created_at }) => (
          <li key={id} class={`card message ${author}`}>
            <p class="muted small">
              {side.authors[author]}, <Moment at={created_at} />
            </p>
            <p class="message-text">{text}</p>
          </li>
        ))}
      </ol>
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          reply.mutate()
        }}
      >
        <Field label={side.label} error={issues.get('message')}>
          {(attributes) => (
            <textarea
              {...attributes}
              rows={5}
              required
              value={message}
              onInput={(event) => setMessage(event.currentTarget.value)}
            />
          )}
        </Field>
        {reply.error && !issues.has('message') && <ErrorNotice error={reply.error} />}
        <div class="row">
          <Button kind="main" type="submit" busy={reply.isPending}>
            {said.send}
          </Button>
        </div>
      </form>
    </>
  )
}
