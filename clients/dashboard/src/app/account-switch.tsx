import { useQuery } from '@tanstack/react-query'
import { gleaner, queries } from '../api/client.ts'
import { actFor } from '../session/store.ts'
import { useSession } from '../session/use-session.ts'
import { words } from '../words/index.ts'

/** For whom requests act: the person, or one of their organizations. */
export function AccountSwitch() {
  const { organization } = useSession()
  const { data } = useQuery({
    queryKey: ['organizations'],
    queryFn: ({ signal }) => gleaner().organizations.list({ limit: 100 }, { signal }),
  })
  const shared = data?.organizations.filter(({ is_personal }) => !is_personal) ?? []
  if (shared.length === 0) return null
  return (
    <select
      class="account-switch"
      aria-label={words.shell.actFor}
      value={organization ?? ''}
      onChange={(event) => {
        queries.clear()
        actFor(event.currentTarget.value || undefined)
      }}
    >
      <option value="">{words.shell.personal}</option>
      {shared.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
