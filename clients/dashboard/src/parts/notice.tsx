import type { ComponentChildren } from 'preact'
import { messageOf } from '../api/message-of.ts'
import * as words from '../words/index.ts'
import { Button } from './button.tsx'
import '@gleaner/look/notice.css'

export type NoticeKind = 'good' | 'warn' | 'bad' | 'calm'

/** A sentence that needs to be seen. What went wrong is read out at once. */
export function Notice({ kind = 'calm', children }: { kind?: NoticeKind; children: ComponentChildren }) {
  return (
    <div class={`notice ${kind}`} role={kind === 'bad' ? 'alert' : 'status'}>
      {children}
    </div>
  )
}

/** What went wrong with its remedy, and a button that tries once more. */
export function ErrorNotice({ error, again }: { error: unknown; again?: () => void }) {
  return (
    <Notice kind="bad">
      <p>{messageOf(error)}</p>
      {again && <Button onClick={again}>{words.common.again}</Button>}
    </Notice>
  )
}
