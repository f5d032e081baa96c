import { formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { CheckField, Field, TextField } from '../../parts/field.tsx'
import * as words from '../../words/index.ts'
import { type Choices, faultsOf, toBody } from './choices.ts'
import { CopyAs } from './copy-as/copy-as-row.tsx'
import { OptionGroups } from './options/option-groups.tsx'
import type { OptionPath } from './options/option-table.ts'
import { PriceEstimate } from './price-estimate.tsx'
import type { useEstimate } from './use-estimate.ts'
import { FORMATS } from './views/formats.ts'

/** What is asked of a page, with its price before the click. What the service finds wrong stands at its field. */
export function RequestForm({
  choices,
  onChoices,
  onSubmit,
  onPoint,
  busy,
  estimate,
  faults: ofService,
}: {
  choices: Choices
  onChoices: (choices: Choices) => void
  onSubmit: () => void
  onPoint: () => void
  busy: boolean
  estimate: ReturnType<typeof useEstimate>
  faults: ReadonlyMap<string, string>
}) {
  const set = (changes: Partial<Choices>) => onChoices({ ...choices, ...changes })
  const unreadable = faultsOf(choices, words.playground.schemaWrong)
  const faults = new Map([...ofService, ...unreadable])
  const send = (act: () => void) => {
    if (unreadable.size === 0) act()
  }
  const price = new Map(estimate.data?.tiers.map(({ tier, credits }) => [tier as string, credits]))
  const noteOf = (path: OptionPath, choice: string): string | undefined => {
    const name = words.ladder.tiers[choice]
    if (!path.startsWith('cost_controls.') || name === undefined) return undefined
    const credits = price.get(choice)
    const called = words.ladder.tier(choice, name)
    return credits === undefined ? called : `${called}: ${words.common.credits(formatNumber(credits))}`
  }
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault()
        send(onSubmit)
      }}
    >
      <TextField
        label={words.playground.url}
        type="text"
        inputMode="url"
        autocapitalize="none"
        autocomplete="url"
        spellcheck={false}
        placeholder="https://example.com/"
        required
        value={choices.url}
        error={faults.get('url')}
        onValue={(url) => set({ url })}
      />
      <Formats
        chosen={choices.formats}
        error={faults.get('formats')}
        onChosen={(formats) => set({ formats })}
      />
      <Field
        label={words.playground.schema}
        hint={words.playground.schemaHint}
        error={faults.get('extraction_schema')}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={2}
            spellcheck={false}
            value={choices.schema}
            onInput={(event) => set({ schema: event.currentTarget.value })}
          />
        )}
      </Field>
      <PriceEstimate estimate={estimate} />
      <div class="row">
        <Button kind="main" type="submit" busy={busy}>
          {words.playground.fetch}
        </Button>
        <Button busy={busy} onClick={(event) => event.currentTarget.form!.reportValidity() && send(onPoint)}>
          {words.pointing.title}
        </Button>
      </div>
      <OptionGroups
        options={choices.options}
        onOptions={(options) => set({ options })}
        faults={faults}
        noteOf={noteOf}
      />
      <CopyAs body={toBody(choices)} />
    </form>
  )
}

function Formats({
  chosen,
  error,
  onChosen,
}: {
  chosen: readonly string[]
  error: string | undefined
  onChosen: (formats: string[]) => void
}) {
  return (
    <fieldset>
      <legend>{words.playground.formats}</legend>
      <div class="format-boxes">
        {FORMATS.map((format) => (
          <CheckField
            key={format}
            label={words.playground.formatNames[format] ?? format}
            checked={chosen.includes(format)}
            onChecked={(checked) => {
              const others = chosen.filter((each) => each !== format)
              onChosen(checked ? [...others, format] : others.length > 0 ? others : ['markdown'])
            }}
          />
        ))}
      </div>
      {error && <p class="error">{error}</p>}
    </fieldset>
  )
}
