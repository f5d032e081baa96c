import type { ComponentProps } from 'preact'
import '@gleaner/look/button.css'

export type ButtonKind = 'main' | 'plain' | 'quiet' | 'danger'

/** A page has one `main` button at most: what to do next. A busy button keeps its width and takes no press. */
export function Button({
  kind = 'plain',
  busy = false,
  class: extra = '',
  children,
  disabled,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { kind?: ButtonKind; busy?: boolean; class?: string }) {
  return (
    <button
      {...rest}
      type={type}
      class={`button ${kind} ${extra}`}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {children}
    </button>
  )
}
