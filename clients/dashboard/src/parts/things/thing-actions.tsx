import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import * as words from '../../words/index.ts'
import { Button } from '../button.tsx'
import { ConfirmDialog } from '../dialog.tsx'
import { Menu } from '../menu.tsx'
import { ErrorNotice } from '../notice.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { FormValues, ThingAction } from './things.ts'

/** What the longest of our verbs takes, and a menu. */
const VERB_PIXELS = 84
const MENU_PIXELS = 76
/** More verbs than these stand behind a menu. */
const MOST_VERBS = 2

export const actionsWidth = (actions: readonly unknown[]): string =>
  `${actions.length > MOST_VERBS ? MENU_PIXELS : actions.length * VERB_PIXELS}px`

/** What can be done with one thing: as buttons, or behind a menu. */
export function ThingActions<Thing>({
  thing,
  name,
  actions,
  onDone,
}: {
  thing: Thing
  /** Of the thing, for whoever hears the menu's label. */
  name: string
  actions: readonly ThingAction<Thing>[]
  onDone: (reply: unknown, action: ThingAction<Thing>) => void
}) {
  const [asked, setAsked] = useState<ThingAction<Thing>>()
  const done = (reply: unknown, action: ThingAction<Thing>) => {
    setAsked(undefined)
    onDone(reply, action)
  }
  const doing = useMutation({
    mutationFn: (action: ThingAction<Thing>) => action.run(thing, {}),
    onSuccess: done,
  })
  const start = (action: ThingAction<Thing>) =>
    action.confirm || action.ask ? setAsked(action) : doing.mutate(action)
  const possible = actions.filter(({ when }) => when?.(thing) ?? true)
  return (
    <span class="row end">
      {actions.length > MOST_VERBS
        ? possible.length > 0 && (
            <Menu
              label={words.things.actionsOf(name)}
              items={possible.map((action) => ({
                label: action.label,
                ...(action.confirm && { kind: 'danger' }),
                onChosen: () => start(action),
              }))}
            />
          )
        : possible.map((action) => (
            <Button
              key={action.label}
              kind={action.confirm ? 'danger' : 'quiet'}
              class="small-button"
              busy={doing.isPending && doing.variables === action}
              onClick={() => start(action)}
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
      {asked?.ask && (
        <FormDialog
          title={asked.ask.title}
          verb={asked.label}
          fields={typeof asked.ask.fields === 'function' ? asked.ask.fields(thing) : asked.ask.fields}
          initial={asked.ask.valuesOf?.(thing)}
          run={(values: FormValues) => asked.run(thing, values)}
          onClose={() => setAsked(undefined)}
          onDone={(reply) => done(reply, asked)}
        />
      )}
      {!asked && doing.error && <ErrorNotice error={doing.error} />}
    </span>
  )
}
