import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { words } from '../../words/index.ts'
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
  const { data } = useQuery({
    queryKey: ['organizations'],
    queryFn: ({ signal }) => gleaner().organizations.list({ limit: 100 }, { signal }),
  })
  const managed = (data?.organizations ?? []).filter(
    ({ is_personal, role }) => !is_personal && role !== 'member',
  )
  const [first] = managed
  useEffect(() => {
    if (value === '' && first) onValue(first.id)
  }, [value, first])
  return (
    <SelectField
      label={label}
      hint={data && managed.length === 0 ? words.things.noOrganization : hint}
      error={error}
      value={value}
      onValue={onValue}
      options={managed.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
