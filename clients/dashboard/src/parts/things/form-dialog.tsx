import { useMutation } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { issuesOf } from '../../api/message-of.ts'
import * as words from '../../words/index.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { ErrorNotice } from '../notice.tsx'
import { AnyField } from './any-field.tsx'
import type { FormField, FormValues } from './things.ts'

/** Asks for what is needed, and does it. What the service finds wrong stands beside its field. */
export function FormDialog({
  title,
  verb = title,
  lead,
  fields,
  initial,
  run,
  onClose,
  onDone,
}: {
  title: string
  /** On the button; default: the title. */
  verb?: string | undefined
  lead?: ComponentChildren
  fields: readonly FormField[]
  /** What stands in the fields at first, where it is not what they say themselves. */
  initial?: FormValues | undefined
  run: (values: FormValues) => Promise<unknown>
  onClose: () => void
  onDone: (reply: unknown) => void
}) {
  const [values, setValues] = useState<FormValues>(() => ({
    ...Object.fromEntries(
      fields.map(({ name, kind, initial }) => [name, initial ?? (kind === 'check' ? false : '')]),
    ),
    ...initial,
  }))
  const doing = useMutation({ mutationFn: () => run(values), onSuccess: onDone })
  const issues = issuesOf(doing.error)
  const shown = fields.filter(({ when }) => when?.(values) ?? true)
  const isElsewhere = !shown.some(({ name }) => issues.has(name))
  return (
    <Dialog title={title} open onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          doing.mutate()
        }}
      >
        {lead && <div>{lead}</div>}
        {shown.map((field) => (
          <AnyField
            key={field.name}
            field={field}
            value={values[field.name]!}
            error={issues.get(field.name)}
            onValue={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {doing.error && isElsewhere && <ErrorNotice error={doing.error} />}
        <div class="row end">
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="main" type="submit" busy={doing.isPending}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
