import { useState } from 'preact/hooks'
import { Copyable } from '../../../parts/copyable.tsx'
import * as words from '../../../words/index.ts'
import type { Body } from '../choices.ts'
import { SNIPPETS } from './snippets.ts'

/** The same request in other hands: shown, and copied. */
export function CopyAs({ body }: { body: Body }) {
  const [shown, setShown] = useState<string>()
  return (
    <section class="stack" aria-label={words.playground.copyAs}>
      <div class="row">
        <span class="muted small">{words.playground.copyAs}</span>
        {Object.keys(SNIPPETS).map((name) => (
          <button
            key={name}
            type="button"
            class="button quiet"
            aria-pressed={shown === name}
            onClick={() => setShown(shown === name ? undefined : name)}
          >
            {name}
          </button>
        ))}
      </div>
      {shown && <Copyable block text={SNIPPETS[shown]!(body as never, location.origin)} />}
    </section>
  )
}
