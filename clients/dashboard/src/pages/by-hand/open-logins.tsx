import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Notice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

const said = words.byHand

/** The browsers that the person has left open, and the way back to them. */
export function OpenLogins() {
  const { data: logins = [] } = useQuery({
    queryKey: ['manual-logins'],
    queryFn: async ({ signal }) => (await gleaner().manualLogins.list({ signal })).manual_logins,
    staleTime: 0,
  })
  return (
    <>
      {logins.map(({ id, name }) => (
        <Notice key={id}>
          <p>{said.stillOpen(name)}</p>
          <Link class="button" href={`/sessions/sign-in/${id}`}>
            {said.goOn}
          </Link>
        </Notice>
      ))}
    </>
  )
}
