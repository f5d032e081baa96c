import { useOwn } from '../../api/own-things.ts'
import { SelectField } from '../../parts/field.tsx'
import * as words from '../../words/index.ts'

/** One of the account's endpoints, or all. */
export function EndpointField({ value, onValue }: { value: string; onValue: (id: string) => void }) {
  const data = useOwn('webhooks')
  return (
    <SelectField
      label={words.deliveries.endpoint}
      value={value}
      onValue={onValue}
      options={[
        { value: '', label: words.deliveries.any },
        ...(data ?? []).map(({ id, name, url }) => ({ value: id, label: name || url })),
      ]}
    />
  )
}
