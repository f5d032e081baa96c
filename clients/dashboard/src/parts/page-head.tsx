import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import * as words from '../words/index.ts'
import './page-head.css'

/** The thing that a page is about, its state beside it, and what may be done with it. */
export function PageHead({
  title,
  state,
  lead,
  children,
}: {
  title: string
  state?: ComponentChildren
  lead?: ComponentChildren
  children?: ComponentChildren
}) {
  useEffect(() => {
    document.title = `${title} · ${words.common.product}`
  }, [title])
  return (
    <header class="page-head">
      <div>
        <h1>
          {title} {state}
        </h1>
        {lead && <p class="muted">{lead}</p>}
      </div>
      {children && <div class="row">{children}</div>}
    </header>
  )
}
