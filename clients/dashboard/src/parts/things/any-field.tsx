import { CheckField, Field, SelectField, TextField } from '../field.tsx'
import { OrganizationField } from './organization-field.tsx'
import type { FormField } from './things.ts'

/** A field of a form, as its row of the table says. */
export function AnyField({
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
  const { kind = 'text', label, hint, options = [], required, placeholder, autocomplete = 'off' } = field
  const texts = { label, hint, error }
  if (kind === 'check')
    return <CheckField label={label} {...(hint && { hint })} checked={value === true} onChecked={onValue} />
  if (kind === 'organization') return <OrganizationField {...texts} value={String(value)} onValue={onValue} />
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
      autocomplete={autocomplete}
      {...(required && { required })}
      {...(placeholder && { placeholder })}
      value={String(value)}
      onValue={onValue}
    />
  )
}
