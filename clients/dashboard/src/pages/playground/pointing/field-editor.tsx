import { Button } from '../../../parts/button.tsx'
import { SelectField, TextField } from '../../../parts/field.tsx'
import * as words from '../../../words/index.ts'
import { FIELD_TYPES, type PointedField } from './template.ts'

/** One field: its name, where it stands, what it is read as, what is found. */
export function FieldEditor({
  field,
  found,
  ofService,
  error,
  onField,
  onRemove,
}: {
  field: PointedField
  found: string
  /** What the service has found for it, once it was asked. */
  ofService: string | undefined
  error: string | undefined
  onField: (field: PointedField) => void
  onRemove: () => void
}) {
  return (
    <li class="pointed-field">
      <TextField
        label={words.pointing.name}
        value={field.name}
        onValue={(name) => onField({ ...field, name })}
      />
      <TextField
        label={words.pointing.selector}
        value={field.selector ?? ''}
        error={error}
        spellcheck={false}
        onValue={(selector) => {
          const { selector: _, ...rest } = field
          onField(selector ? { ...rest, selector } : rest)
        }}
      />
      <SelectField
        label={words.pointing.type}
        value={field.type}
        onValue={(type) => onField({ ...field, type })}
        options={FIELD_TYPES.map((type) => ({ value: type, label: words.pointing.by[type] }))}
      />
      {(field.type === 'attribute' || field.attribute) && (
        <TextField
          label={words.pointing.attribute}
          value={field.attribute ?? ''}
          onValue={(attribute) => onField({ ...field, attribute })}
        />
      )}
      <Button kind="quiet" onClick={onRemove} aria-label={words.pointing.remove(field.name)}>
        {words.pointing.removeShort}
      </Button>
      <p class="pointed-value">
        <span class="muted small">{words.pointing.here}</span>{' '}
        {found ? <span class="mono">{found}</span> : <span class="muted">{words.pointing.nothing}</span>}
      </p>
      {ofService !== undefined && (
        <p class="pointed-value">
          <span class="muted small">{words.pointing.ofService}</span>{' '}
          {ofService ? (
            <span class="mono">{ofService}</span>
          ) : (
            <span class="error">{words.pointing.nothing}</span>
          )}
        </p>
      )}
    </li>
  )
}
