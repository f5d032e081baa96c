import { queries } from '../api/client.ts'
import { useOwn } from '../api/own-things.ts'
import { actFor } from '../session/store.ts'
import { useSession } from '../session/use-session.ts'
import * as words from '../words/index.ts'

/** For whom requests act: the person, or one of their organizations. */
export function AccountSwitch() {
  const { organization } = useSession()
  const all = useOwn('organizations')
  const shared = all?.filter(({ is_personal }) => !is_personal) ?? []
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
