import { useQueryClient } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Link } from 'wouter'
import { offeredKey } from '../../api/own-things.ts'
import { useList } from '../../api/use-list.ts'
import * as words from '../../words/index.ts'
import { Button } from '../button.tsx'
import { Copyable } from '../copyable.tsx'
import { DataTable } from '../data-table.tsx'
import { Empty } from '../empty.tsx'
import { ErrorNotice, Notice } from '../notice.tsx'
import { PageHead } from '../page-head.tsx'
import { FormDialog } from './form-dialog.tsx'
import { actionsWidth, ThingActions } from './thing-actions.tsx'
import type { ThingAction, Things } from './things.ts'

/** A page of things of one kind. `children` stand between its head and its table. */
export function ThingsPage<Thing>({
  things,
  children,
  buttons,
}: {
  things: Things<Thing>
  children?: ComponentChildren
  /** Beside the one that adds. */
  buttons?: ComponentChildren
}) {
  return (
    <ThingsList
      things={things}
      head={(add) => (
        <>
          <PageHead title={things.title} lead={things.lead}>
            {buttons || add ? (
              <>
                {buttons}
                {add}
              </>
            ) : undefined}
          </PageHead>
          {children}
        </>
      )}
    />
  )
}

/** Things of one kind as a part of a page. */
export function ThingsSection<Thing>({
  things,
  buttons,
}: {
  things: Things<Thing>
  buttons?: ComponentChildren
}) {
  return (
    <section class="stack">
      <ThingsList
        things={things}
        head={(add) => (
          <header class="page-head">
            <div>
              <h2>{things.title}</h2>
              {things.lead && <p class="muted">{things.lead}</p>}
            </div>
            <div class="row">
              {buttons}
              {add}
            </div>
          </header>
        )}
      />
    </section>
  )
}

function ThingsList<Thing>({
  things,
  head,
}: {
  things: Things<Thing>
  /** Over the table, with the button that adds where the table is not empty. */
  head: (add: ComponentChildren) => ComponentChildren
}) {
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  const [notice, setNotice] = useState<ComponentChildren>()
  const cache = useQueryClient()
  const list = useList([things.key, 'list'], things.list, {
    idOf: things.idOf,
    pageRows: things.pageRows,
  })
  const refresh = async () => {
    await Promise.all([
      cache.invalidateQueries({ queryKey: [things.key] }),
      // Where they are offered as choices, too.
      cache.invalidateQueries({ queryKey: offeredKey(things.key) }),
    ])
  }
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
  const onDone = (reply: unknown, action: ThingAction<Thing>) => {
    setNotice(action.tell?.(reply))
    setSecret(action.secretOf?.(reply))
    void refresh()
  }
  return (
    <>
      {head(list.rows?.length === 0 ? undefined : add)}
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
                  width: actionsWidth(things.actions),
                  numeric: true,
                  cell: (thing: Thing) => (
                    <ThingActions
                      thing={thing}
                      name={things.nameOf?.(thing) ?? things.title}
                      actions={things.actions!}
                      onDone={onDone}
                    />
                  ),
                },
              ]
            : []),
        ]}
        rows={list.rows}
        onEnd={list.onEnd}
        keyOf={things.idOf}
        {...(things.hrefOf && { hrefOf: things.hrefOf })}
        empty={
          <Empty title={things.empty} {...(things.example && { example: things.example })}>
            {add}
          </Empty>
        }
      />
      {things.add && isAdding && (
        <FormDialog
          title={things.add.label}
          fields={things.add.fields}
          run={things.add.create}
          onClose={() => setAdding(false)}
          onDone={(reply) => {
            setAdding(false)
            setNotice(undefined)
            setSecret(things.add?.secretOf?.(reply))
            void refresh()
          }}
        />
      )}
    </>
  )
}
