import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { TextField } from '../../parts/field.tsx'
import * as words from '../../words/index.ts'
import type { Viewer } from './use-viewer.ts'
import type { Choice, PageDialog } from './viewer-state.ts'

const said = words.byHand

/** What the page asks: its dialogs, and its lists, of which no picture shows the entries. */
export function PageQuestions({ viewer }: { viewer: Viewer }) {
  const { dialog, choices } = viewer.state
  return (
    <>
      {dialog && <Question key={dialog.message} dialog={dialog} viewer={viewer} />}
      {choices && <Choices choices={choices} viewer={viewer} />}
    </>
  )
}

function Question({
  dialog: { kind, message, text, origin },
  viewer,
}: {
  dialog: PageDialog
  viewer: Viewer
}) {
  const [value, setValue] = useState(text)
  const answer = (accept: boolean) => {
    viewer.set({ dialog: null })
    viewer.act({ type: 'dialog', accept, ...(kind === 'prompt' && accept && { text: value }) })
  }
  return (
    <Dialog title={said.says(origin)} open onClose={() => answer(false)}>
      <p class="page-words">{message}</p>
      {kind === 'prompt' && (
        <TextField label={said.answer} value={value} onValue={setValue} maxLength={2_000} />
      )}
      <div class="row end">
        {kind !== 'alert' && <Button onClick={() => answer(false)}>{words.common.cancel}</Button>}
        <Button kind="main" onClick={() => answer(true)}>
          {said.ok}
        </Button>
      </div>
    </Dialog>
  )
}

function Choices({ choices, viewer }: { choices: readonly Choice[]; viewer: Viewer }) {
  const choose = (index: number | null) => {
    viewer.set({ choices: null })
    viewer.act({ type: 'choice', index })
  }
  return (
    <Dialog title={said.choose} open onClose={() => choose(null)}>
      <ul class="choices">
        {choices.map(({ label, group, is_selected, is_disabled }, index) => (
          <li key={index}>
            <Button aria-pressed={is_selected} disabled={is_disabled} onClick={() => choose(index)}>
              {group ? `${group}: ${label}` : label || '–'}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
