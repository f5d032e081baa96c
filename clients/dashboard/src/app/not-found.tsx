import { Link } from 'wouter'
import { PageHead } from '../parts/page-head.tsx'
import * as words from '../words/index.ts'

export function NotFound() {
  return (
    <PageHead title={words.common.notFound}>
      <Link class="button main" href="/">
        {words.common.goHome}
      </Link>
    </PageHead>
  )
}
