import type { ComponentChildren } from 'preact'
import './empty.css'

/** What stands where nothing is yet: what will stand here, an example, one button. */
export function Empty({
  title,
  example,
  children,
}: {
  title: string
  example?: string
  children?: ComponentChildren
}) {
  return (
    <div class="empty">
      <p>{title}</p>
      {example && <pre tabIndex={0}>{example}</pre>}
      {children}
    </div>
  )
}
