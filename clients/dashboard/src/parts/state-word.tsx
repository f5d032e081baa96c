import * as words from '../words/index.ts'
import '@gleaner/look/state-word.css'

type Look = 'good' | 'warn' | 'bad' | 'calm' | 'rest'

/** How a state looks: its colour, and the shape that says the same without colour. */
const LOOKS: Record<string, Look> = {
  active: 'good',
  completed: 'good',
  success: 'good',
  paid: 'good',
  ready: 'good',
  ok: 'good',
  degraded: 'warn',
  late: 'warn',
  blocked: 'bad',
  down: 'bad',
  lost: 'bad',
  not_ready: 'bad',
  wrong: 'bad',
  kept: 'good',
  failed: 'bad',
  invalid: 'bad',
  expired: 'warn',
  left_out: 'warn',
  resolved: 'good',
  firing: 'bad',
  fired: 'bad',
  skipped_overlap: 'warn',
  skipped_no_credits: 'warn',
  skipped_limit: 'warn',
  partially_failed: 'warn',
  paused: 'warn',
  open: 'calm',
  waiting: 'calm',
  idle: 'warn',
  running: 'calm',
  processing: 'calm',
  discovering: 'calm',
  pending_validation: 'calm',
}

const SHAPES: Record<Look, string> = { good: '●', warn: '▲', bad: '■', calm: '◐', rest: '○' }

/** A state as a coloured word with a shape. */
export function StateWord({
  state,
  label,
  title,
}: {
  state: string
  label?: string | undefined
  title?: string | undefined
}) {
  const look = LOOKS[state] ?? 'rest'
  return (
    <span class={`state ${look}`} data-state={state} title={title}>
      <span aria-hidden="true">{SHAPES[look]}</span> {title && label && <span class="unseen">{title} </span>}
      {label ?? words.states[state] ?? state.replaceAll('_', ' ')}
    </span>
  )
}
