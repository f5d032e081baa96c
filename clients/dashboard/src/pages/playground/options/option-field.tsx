import type { Schemas } from '@gleaner/sdk'
import { useOwn } from '../../../api/own-things.ts'
import { useHasStood } from '../../../api/use-settled.ts'
import { CheckField, Field, SelectField, TextField } from '../../../parts/field.tsx'
import * as words from '../../../words/index.ts'
import type { Option, OptionPath } from './option-table.ts'

export interface OptionFieldProps {
  option: Option
  value: string
  onValue: (value: string) => void
  error?: string | undefined
  /** What stands beside a choice, such as its price. */
  noteOf?: ((path: OptionPath, choice: string) => string | undefined) | undefined
}

/** One option, asked for by its kind. */
export function OptionField({ option, value, onValue, error, noteOf }: OptionFieldProps) {
  const { label, hint } = textsOf(option)
  switch (option.kind) {
    case 'check':
      return (
        <div>
          <CheckField
            label={label}
            {...(hint && { hint })}
            checked={value !== ''}
            onChecked={(checked) => onValue(checked ? 'true' : '')}
          />
          {error && <p class="error">{error}</p>}
        </div>
      )
    case 'choice':
      return (
        <SelectField
          label={label}
          hint={hint}
          error={error}
          value={value}
          onValue={onValue}
          options={[
            { value: '', label: words.options.asUsual },
            ...option.choices.map((choice) => ({
              value: choice,
              label: noteOf?.(option.path, choice) ?? choice,
            })),
          ]}
        />
      )
    case 'own':
      return <OwnField of={option.of} label={label} error={error} value={value} onValue={onValue} />
    case 'text':
    case 'number':
      if (!('long' in option && option.long))
        return (
          <TextField
            label={label}
            hint={hint}
            error={error}
            inputMode={option.kind === 'number' ? 'decimal' : 'text'}
            spellcheck={false}
            value={value}
            onValue={onValue}
          />
        )
      return <LongField label={label} hint={hint} error={error} value={value} onValue={onValue} />
    default:
      return <LongField label={label} hint={hint} error={error} value={value} onValue={onValue} />
  }
}

export function textsOf({ path, kind, secret }: Option): { label: string; hint: string | undefined } {
  const [label, hint] = words.options.fields[path] as readonly string[]
  return {
    label: label!,
    hint:
      hint ??
      (kind === 'pairs'
        ? words.options.pairs
        : secret
          ? words.options.secretHint
          : kind === 'lines'
            ? words.options.lines
            : undefined),
  }
}

function LongField({
  label,
  hint,
  error,
  value,
  onValue,
}: {
  label: string
  hint: string | undefined
  error: string | undefined
  value: string
  onValue: (value: string) => void
}) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={3}
          spellcheck={false}
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

type Own = Extract<Option, { kind: 'own' }>['of']

/** How each of the account's own things stands among the choices. */
const CHOICES: { [Kind in Own]: (thing: never) => { value: string; label: string } } = {
  sessions: ({ id, name, domain }: Schemas['Session']) => ({ value: id, label: `${name} (${domain})` }),
  templates: ({ name }: Schemas['Template']) => ({ value: name, label: name }),
  proxies: ({ id, name }: Schemas['ProxyIntegration']) => ({ value: id, label: name }),
}

function OwnField({
  of,
  label,
  error,
  value,
  onValue,
}: {
  of: Own
  label: string
  error: string | undefined
  value: string
  onValue: (value: string) => void
}) {
  // What is only passed by while somebody types is not asked for.
  const things = useOwn(of, useHasStood())
  const known = (things ?? []).map((thing) => CHOICES[of](thing as never))
  const isKnown = value === '' || known.some((each) => each.value === value)
  return (
    <SelectField
      label={label}
      error={error}
      value={value}
      onValue={onValue}
      options={[
        { value: '', label: words.common.none },
        ...known,
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
    />
  )
}
