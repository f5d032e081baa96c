import { Dialog as Base } from '@base-ui/react/dialog'
import type { ComponentChildren } from 'preact'
import * as words from '../words/index.ts'
import { Button } from './button.tsx'
import './dialog.css'

/** A question that stands in front of the page until it is answered. Escape closes it. */
export function Dialog({
  title,
  open,
  onClose,
  children,
}: {
  title: string
  open: boolean
  onClose: () => void
  children: ComponentChildren
}) {
  return (
    <Base.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="dialog stack">
          <Base.Title className="dialog-title">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** Asks before something that cannot be taken back. */
export function ConfirmDialog({
  title,
  text,
  verb,
  open,
  busy,
  error,
  onClose,
  onConfirm,
}: {
  title: string
  text: string
  verb: string
  open: boolean
  busy?: boolean
  error?: ComponentChildren
  onClose: () => void
  onConfirm: () => void
}) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      <p>{text}</p>
      {error}
      <div class="row end">
        <Button onClick={onClose}>{words.common.keep}</Button>
        <Button kind="danger" busy={busy ?? false} onClick={onConfirm}>
          {verb}
        </Button>
      </div>
    </Dialog>
  )
}
