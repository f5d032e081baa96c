import { useQuery } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copyable.tsx'
import { CheckField, Field, SelectField, TextField } from '../../parts/field.tsx'
import { words } from '../../words/index.ts'
import { type Choices, MAX_TIERS, OFFERED_FORMATS, parseSchema, toBody } from './choices.ts'
import { COPIES } from './copy-as.ts'
import { PriceEstimate } from './price-estimate.tsx'

/** What is asked of a page, with its price before the click. */
export function RequestForm({
  choices,
  onChoices,
  onSubmit,
  busy,
}: {
  choices: Choices
  onChoices: (choices: Choices) => void
  onSubmit: () => void
  busy: boolean
}) {
  const set = (changes: Partial<Choices>) => onChoices({ ...choices, ...changes })
  const isWrongSchema = choices.schema.trim() !== '' && parseSchema(choices.schema) === undefined
  return (
    <form
      class="card stack"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isWrongSchema) onSubmit()
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
        onValue={(url) => set({ url })}
      />
      <Formats chosen={choices.formats} onChosen={(formats) => set({ formats })} />
      <details class="stack">
        <summary class="options-summary">{words.playground.options}</summary>
        <div class="stack">
          <SelectField
            label={words.playground.maxTier}
            value={choices.maxTier}
            onValue={(maxTier) => set({ maxTier })}
            options={[
              { value: '', label: words.playground.anyTier },
              ...MAX_TIERS.map((tier) => ({
                value: tier as string,
                label: words.ladder.tier(tier, words.ladder.tiers[tier]!),
              })),
            ]}
          />
          <CheckField
            label={words.playground.renderJs}
            hint={words.playground.renderJsHint}
            checked={choices.renderJs}
            onChecked={(renderJs) => set({ renderJs })}
          />
          <CheckField
            label={words.playground.screenshot}
            checked={choices.screenshot}
            onChecked={(screenshot) => set({ screenshot, ...(screenshot && { renderJs: true }) })}
          />
          {choices.renderJs && (
            <TextField
              label={words.playground.waitFor}
              hint={words.playground.waitForHint}
              value={choices.waitFor}
              onValue={(waitFor) => set({ waitFor })}
            />
          )}
          <TextField
            label={words.playground.country}
            hint={words.playground.countryHint}
            maxLength={2}
            value={choices.country}
            onValue={(country) => set({ country })}
          />
          <SessionField value={choices.session} onValue={(session) => set({ session })} />
        </div>
      </details>
      <Field
        label={words.playground.schema}
        hint={words.playground.schemaHint}
        error={isWrongSchema ? words.playground.schemaWrong : undefined}
      >
        {(attributes) => (
          <textarea
            {...attributes}
            rows={4}
            spellcheck={false}
            value={choices.schema}
            onInput={(event) => set({ schema: event.currentTarget.value })}
          />
        )}
      </Field>
      <PriceEstimate choices={choices} />
      <Button kind="main" type="submit" busy={busy}>
        {words.playground.fetch}
      </Button>
      <div class="row" role="group" aria-label={words.playground.copyAs}>
        <span class="muted small">{words.playground.copyAs}</span>
        {Object.entries(COPIES).map(([name, write]) => (
          <CopyButton key={name} label={name} text={() => write(toBody(choices) as never, location.origin)} />
        ))}
      </div>
    </form>
  )
}

function Formats({ chosen, onChosen }: { chosen: readonly string[]; onChosen: (formats: string[]) => void }) {
  return (
    <fieldset>
      <legend>{words.playground.formats}</legend>
      <div class="format-boxes">
        {OFFERED_FORMATS.map((format) => (
          <CheckField
            key={format}
            label={format}
            checked={chosen.includes(format)}
            onChecked={(checked) => {
              const others = chosen.filter((each) => each !== format)
              onChosen(checked ? [...others, format] : others.length > 0 ? others : ['markdown'])
            }}
          />
        ))}
      </div>
    </fieldset>
  )
}

function SessionField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { data } = useQuery({
    queryKey: ['sessions', 'active'],
    queryFn: ({ signal }) => gleaner().sessions.list({ limit: 100 }, { signal }),
  })
  if (!data || data.sessions.length === 0) return null
  return (
    <SelectField
      label={words.playground.session}
      value={value}
      onValue={onValue}
      options={[
        { value: '', label: words.playground.noSession },
        ...data.sessions.map(({ id, name, domain }) => ({ value: id, label: `${name} (${domain})` })),
      ]}
    />
  )
}
