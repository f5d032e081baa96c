import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button, type ButtonKind } from '../button.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { FormField, FormValues } from './things.ts'

/** A button that asks for what it needs. */
export function FormButton({
  label,
  kind = 'plain',
  lead,
  fields,
  initial,
  run,
  onDone,
}: {
  label: string
  kind?: ButtonKind
  lead?: ComponentChildren
  fields: readonly FormField[]
  initial?: FormValues
  run: (values: FormValues) => Promise<unknown>
  onDone?: (reply: unknown) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <FormDialog
          title={label}
          lead={lead}
          fields={fields}
          initial={initial}
          run={run}
          onClose={() => setOpen(false)}
          onDone={(reply) => {
            setOpen(false)
            onDone?.(reply)
          }}
        />
      )}
    </>
  )
}
