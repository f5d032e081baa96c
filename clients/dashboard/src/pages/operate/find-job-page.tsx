import { useState } from 'preact/hooks'
import { useLocation } from 'wouter'
import { Button } from '../../parts/button.tsx'
import { TextField } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'

const said = words.operate.jobs

/** Where one asks for a job of any account. */
export default function FindJobPage() {
  const [reference, setReference] = useState('')
  const [, navigate] = useLocation()
  return (
    <>
      <PageHead title={said.title} lead={said.lead} />
      <form
        class="card stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (reference.trim()) navigate(`/operate/jobs/${encodeURIComponent(reference.trim())}`)
        }}
      >
        <TextField
          label={said.reference}
          hint={said.hint}
          value={reference}
          onValue={setReference}
          placeholder="req_019a9f3e…"
          autocapitalize="none"
          spellcheck={false}
          required
        />
        <div class="row">
          <Button kind="main" type="submit">
            {said.find}
          </Button>
        </div>
      </form>
    </>
  )
}
