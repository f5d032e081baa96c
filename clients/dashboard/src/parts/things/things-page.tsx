import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Link } from 'wouter'
import { words } from '../../words/index.ts'
import { Button } from '../button.tsx'
import { Copyable } from '../copyable.tsx'
import { DataTable } from '../data-table.tsx'
import { ConfirmDialog } from '../dialog.tsx'
import { Empty } from '../empty.tsx'
import { ErrorNotice, Notice } from '../notice.tsx'
import { PageHead } from '../page-head.tsx'
import { AddDialog } from './add-dialog.tsx'
import type { ThingAction, Things } from './things.ts'

/** What the longest of our verbs takes. */
const ACTION_PIXELS = 84

/** A page of things of one kind. `children` stand between its head and its table. */
export function ThingsPage<Thing>({
  things,
  children,
}: {
  things: Things<Thing>
  children?: ComponentChildren
}) {
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [notice, setNotice] = useState<ComponentChildren>()
  const cache = useQueryClient()
  const list = useQuery({ queryKey: [things.key], queryFn: ({ signal }) => things.list(signal) })
  const refresh = () => cache.invalidateQueries({ queryKey: [things.key] })
  const add = things.addAt ? (
    <Link class="button main" href={things.addAt.href}>
      {things.addAt.label}
    </Link>
  ) : (
    things.add && (
      <Button kind="main" onClick={() => setAdding(true)}>
        {things.add.label}
      </Button>
    )
  )
  const isEmpty = list.data?.length === 0
  return (
    <>
      <PageHead title={things.title} lead={things.lead}>
        {!isEmpty && add}
      </PageHead>
      {children}
      {secret && (
        <Notice kind="good">
          <div class="stack">
            <p>{words.things.shownOnce}</p>
            <Copyable block text={secret} />
          </div>
        </Notice>
      )}
      {notice && <Notice>{notice}</Notice>}
      {list.error && <ErrorNotice error={list.error} again={() => list.refetch()} />}
      <DataTable
        label={things.title}
        columns={[
          ...things.columns,
          ...(things.actions
            ? [
                {
                  key: 'actions',
                  title: words.things.actions,
                  // The head is a grid of its own: only a fixed track lies over its rows.
                  width: `${things.actions.length * ACTION_PIXELS}px`,
                  numeric: true,
                  cell: (thing: Thing) => (
                    <Actions thing={thing} actions={things.actions!} onDone={refresh} onNotice={setNotice} />
                  ),
                },
              ]
            : []),
        ]}
        rows={list.data}
        keyOf={things.idOf}
        {...(things.hrefOf && { hrefOf: things.hrefOf })}
        empty={
          <Empty title={things.empty} {...(things.example && { example: things.example })}>
            {add}
          </Empty>
        }
      />
      {things.add && isAdding && (
        <AddDialog
          add={things.add}
          onClose={() => setAdding(false)}
          onAdded={(reply) => {
            setAdding(false)
            setSecret(things.add?.secretOf?.(reply))
            void refresh()
          }}
        />
      )}
    </>
  )
}

function Actions<Thing>({
  thing,
  actions,
  onDone,
  onNotice,
}: {
  thing: Thing
  actions: readonly ThingAction<Thing>[]
  onDone: () => void
  onNotice: (notice: ComponentChildren) => void
}) {
  const [asked, setAsked] = useState<ThingAction<Thing>>()
  const doing = useMutation({
    mutationFn: (action: ThingAction<Thing>) => action.run(thing),
    onSuccess: (reply, action) => {
      setAsked(undefined)
      onNotice(action.tell?.(reply))
      onDone()
    },
  })
  return (
    <span class="row end">
      {actions
        .filter(({ when }) => when?.(thing) ?? true)
        .map((action) => (
          <Button
            key={action.label}
            kind={action.confirm ? 'danger' : 'quiet'}
            class="small-button"
            busy={doing.isPending && doing.variables === action}
            onClick={() => (action.confirm ? setAsked(action) : doing.mutate(action))}
          >
            {action.label}
          </Button>
        ))}
      {asked?.confirm && (
        <ConfirmDialog
          open
          title={asked.confirm.title}
          text={asked.confirm.text(thing)}
          verb={asked.label}
          busy={doing.isPending}
          error={doing.error ? <ErrorNotice error={doing.error} /> : undefined}
          onClose={() => setAsked(undefined)}
          onConfirm={() => doing.mutate(asked)}
        />
      )}
      {!asked && doing.error && <ErrorNotice error={doing.error} />}
    </span>
  )
}
