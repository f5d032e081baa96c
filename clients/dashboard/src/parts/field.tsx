import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

/** A label, what is asked, what helps, and what is wrong with it. */
export function Field({
  label,
  hint,
  error,
  children,
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  children: (attributes: {
    id: string
    'aria-describedby'?: string
    'aria-invalid'?: true
  }) => ComponentChildren
}) {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({
        id,
        ...(described && { 'aria-describedby': described }),
        ...(error && { 'aria-invalid': true }),
      })}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

interface FieldTexts {
  label: string
  hint?: string | undefined
  error?: string | undefined
}

interface TextFieldProps extends FieldTexts {
  value: string
  onValue: (value: string) => void
  type?: 'text' | 'email' | 'password' | 'number' | 'date' | 'search'
  inputMode?: 'text' | 'url' | 'numeric' | 'decimal'
  autocapitalize?: 'none'
  autocomplete?: string
  placeholder?: string
  required?: boolean
  spellcheck?: boolean
  maxLength?: number
  min?: number | string
  max?: number | string
}

export function TextField({ label, hint, error, onValue, type = 'text', ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <input
          {...(rest as object)}
          {...attributes}
          type={type as 'text'}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

export function SelectField<Value extends string>({
  label,
  hint,
  error,
  value,
  onValue,
  options,
}: FieldTexts & {
  value: Value
  onValue: (value: Value) => void
  options: readonly { value: Value; label: string }[]
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <select
          {...attributes}
          value={value}
          onChange={(event) => onValue(event.currentTarget.value as Value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

export function CheckField({
  label,
  hint,
  checked,
  onChecked,
}: {
  label: string
  hint?: string
  checked: boolean
  onChecked: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div class="check">
      <input
        type="checkbox"
        id={id}
        checked={checked}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => onChecked(event.currentTarget.checked)}
      />
      <label for={id}>{label}</label>
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}
