import { useId, useRef } from 'preact/hooks'
import { Button, type ButtonKind } from './button.tsx'
import './menu.css'

export interface MenuItem {
  label: string
  kind?: ButtonKind
  onChosen: () => void
}

const GAP_PIXELS = 4

/** Several verbs behind one button. Arrow keys move along them, Escape closes. It lies over everything, so no table cuts it off. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const id = useId()
  const button = useRef<HTMLSpanElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const onToggle = (event: { newState: string }) => {
    if (event.newState !== 'open') return
    place(list.current!, button.current!.getBoundingClientRect())
    list.current!.querySelector('button')?.focus()
    const close = () => list.current?.hidePopover()
    window.addEventListener('scroll', close, { capture: true, once: true })
    window.addEventListener('resize', close, { once: true })
  }
  return (
    <>
      <span ref={button}>
        <Button kind="quiet" class="small-button" popovertarget={id} aria-haspopup="menu" aria-label={label}>
          <span aria-hidden="true">•••</span>
        </Button>
      </span>
      <div
        id={id}
        ref={list}
        popover="auto"
        role="menu"
        aria-label={label}
        class="menu"
        onToggle={onToggle}
        onKeyDown={onKey}
      >
        {items.map(({ label: verb, kind = 'quiet', onChosen }) => (
          <Button
            key={verb}
            kind={kind}
            role="menuitem"
            onClick={() => {
              list.current?.hidePopover()
              onChosen()
            }}
          >
            {verb}
          </Button>
        ))}
      </div>
    </>
  )
}

/** Below the button and flush with its end, or above where there is no room. */
function place(list: HTMLElement, button: DOMRect): void {
  const { width, height } = list.getBoundingClientRect()
  const below = button.bottom + GAP_PIXELS
  const top = below + height > window.innerHeight ? Math.max(button.top - height - GAP_PIXELS, 0) : below
  list.style.setProperty('top', `${top}px`)
  list.style.setProperty('left', `${Math.max(button.right - width, GAP_PIXELS)}px`)
}

function onKey(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const verbs = [...(event.currentTarget as Element).querySelectorAll('button')]
  const at = verbs.indexOf(document.activeElement as HTMLButtonElement)
  verbs[(at + step + verbs.length) % verbs.length]?.focus()
  event.preventDefault()
  event.stopPropagation()
}
