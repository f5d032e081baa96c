import { useState } from 'preact/hooks'
import * as words from '../words/index.ts'
import { Button } from './button.tsx'
import './copyable.css'

const SHOWN_MS = 2_000

/** Copies a text, and says so. */
export function CopyButton({
  text,
  label = words.common.copy,
}: {
  text: string | (() => string)
  label?: string
}) {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
    setDone(true)
    setTimeout(() => setDone(false), SHOWN_MS)
  }
  return (
    <Button kind="quiet" onClick={copy}>
      <span aria-live="polite">{done ? words.common.copied : label}</span>
    </Button>
  )
}

/** A text of programs (an id, a key, a command) with a button that copies it. */
export function Copyable({ text, block = false }: { text: string; block?: boolean }) {
  return (
    <span class={block ? 'copyable block' : 'copyable'}>
      {block ? <pre tabIndex={0}>{text}</pre> : <code>{text}</code>}
      <CopyButton text={text} />
    </span>
  )
}
