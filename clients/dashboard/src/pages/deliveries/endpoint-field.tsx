import { useQuery } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { SelectField } from '../../parts/field.tsx'
import { words } from '../../words/index.ts'

/** One of the account's endpoints, or all. */
export function EndpointField({ value, onValue }: { value: string; onValue: (id: string) => void }) {
  const { data } = useQuery({
    queryKey: ['webhooks'],
    queryFn: async ({ signal }) => (await gleaner().webhooks.list({ limit: 100 }, { signal })).webhooks,
  })
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
