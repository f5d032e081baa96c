import { useEffect } from 'preact/hooks'
import { useOwn } from '../../api/own-things.ts'
import * as words from '../../words/index.ts'
import { SelectField } from '../field.tsx'

/** One of the organizations that the person manages. */
export function OrganizationField({
  label,
  hint,
  error,
  value,
  onValue,
}: {
  label: string
  hint?: string | undefined
  error?: string | undefined
  value: string
  onValue: (value: string) => void
}) {
  const all = useOwn('organizations')
  const managed = (all ?? []).filter(({ is_personal, role }) => !is_personal && role !== 'member')
  const [first] = managed
  useEffect(() => {
    if (value === '' && first) onValue(first.id)
  }, [value, first])
  return (
    <SelectField
      label={label}
      hint={all && managed.length === 0 ? words.things.noOrganization : hint}
      error={error}
      value={value}
      onValue={onValue}
      options={managed.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
