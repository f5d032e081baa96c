import { useState } from 'preact/hooks'
import { formatNumber } from '../../../parts/amounts.tsx'
import { Field } from '../../../parts/field.tsx'
import * as words from '../../../words/index.ts'
import { readAddresses } from './read-addresses.ts'
import { MOST_ENTRIES, type Source } from './source.ts'

const said = words.work.batches

/** Addresses that are pasted, one a line. */
export function PasteSource({ onSource }: { onSource: (source: Source) => void }) {
  const [text, setText] = useState('')
  const [count, setCount] = useState(0)
  const read = (written: string) => {
    setText(written)
    const found = readAddresses(written)
    setCount(found.length)
    onSource({
      urls: found.map(({ url }) => url),
      count: found.length,
      lineOf: (index) => found[index]?.line,
    })
  }
  return (
    <Field
      label={said.urls}
      hint={count === 0 ? said.urlsHint : words.work.addresses(formatNumber(count))}
      error={count > MOST_ENTRIES ? said.tooMany(formatNumber(MOST_ENTRIES)) : undefined}
    >
      {(attributes) => (
        <textarea
          {...attributes}
          rows={10}
          spellcheck={false}
          placeholder={said.example}
          value={text}
          onInput={(event) => read(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
