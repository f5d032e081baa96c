import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { OpenLogin } from './open-login.tsx'

const said = words.byHand

/** A login by hand by its address: who has lost sight of its browser finds it here. */
export default function LoginPage({ params: { id = '' } }: { params: Record<string, string> }) {
  const { data: login, error } = useQuery({
    queryKey: ['manual-login', id],
    queryFn: ({ signal }) => gleaner().manualLogins.get(id, { signal }),
    // From then on the browser itself tells.
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error)
    return (
      <>
        <PageHead title={said.title} />
        <ErrorNotice error={error} />
        <div class="row">
          <Link class="button main" href="/sessions/sign-in">
            {said.again}
          </Link>
        </div>
      </>
    )
  if (!login) return <div class="page-loading" aria-busy="true" />
  return <OpenLogin key={id} begun={login} />
}
