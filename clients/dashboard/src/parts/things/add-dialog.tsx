import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { issuesOf } from '../../api/message-of.ts'
import { words } from '../../words/index.ts'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { CheckField, Field, SelectField, TextField } from '../field.tsx'
import { ErrorNotice } from '../notice.tsx'
import type { FormField, FormValues, Things } from './things.ts'

/** Asks for what a thing is made of. What the service finds wrong stands beside its field. */
export function AddDialog({
  add,
  onClose,
  onAdded,
}: {
  add: NonNullable<Things<never>['add']>
  onClose: () => void
  onAdded: (reply: unknown) => void
}) {
  const [values, setValues] = useState<FormValues>(() =>
    Object.fromEntries(
      add.fields.map(({ name, kind, initial }) => [name, initial ?? (kind === 'check' ? false : '')]),
    ),
  )
  const create = useMutation({ mutationFn: () => add.create(values), onSuccess: onAdded })
  const issues = issuesOf(create.error)
  const isElsewhere = !add.fields.some(({ name }) => issues.has(name))
  return (
    <Dialog title={add.label} open onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate()
        }}
      >
        {add.fields.map((field) => (
          <AnyField
            key={field.name}
            field={field}
            value={values[field.name]!}
            error={issues.get(field.name)}
            onValue={(value) => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {create.error && isElsewhere && <ErrorNotice error={create.error} />}
        <div class="row end">
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="main" type="submit" busy={create.isPending}>
            {add.label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function AnyField({
  field,
  value,
  error,
  onValue,
}: {
  field: FormField
  value: string | boolean
  error: string | undefined
  onValue: (value: string | boolean) => void
}) {
  const { kind = 'text', label, hint, options = [], required, placeholder } = field
  const texts = { label, hint, error }
  if (kind === 'check')
    return <CheckField label={label} {...(hint && { hint })} checked={value === true} onChecked={onValue} />
  if (kind === 'select')
    return <SelectField {...texts} value={String(value)} onValue={onValue} options={options} />
  if (kind === 'area')
    return (
      <Field {...texts}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={5}
            spellcheck={false}
            required={required}
            placeholder={placeholder}
            value={String(value)}
            onInput={(event) => onValue(event.currentTarget.value)}
          />
        )}
      </Field>
    )
  return (
    <TextField
      {...texts}
      type={kind}
      autocomplete="off"
      {...(required && { required })}
      {...(placeholder && { placeholder })}
      value={String(value)}
      onValue={onValue}
    />
  )
}
