import type { ComponentChildren } from 'preact'
import { MAX_TIERS } from '../../api/choices.ts'
import { CheckField, SelectField, TextField } from '../../parts/field.tsx'
import * as words from '../../words/index.ts'
import { OFFERED_FORMATS, type PageOptions } from './page-options.ts'
import './page-options.css'

const said = words.work.options

/** Asks what holds for every page. `issues`: what the service finds wrong, by the names of its fields. */
export function PageOptionsForm({
  options,
  onOptions,
  issues,
  children,
}: {
  options: PageOptions
  onOptions: (options: PageOptions) => void
  issues?: ReadonlyMap<string, string>
  /** Fields beside those of pages. */
  children?: ComponentChildren
}) {
  const set = (changes: Partial<PageOptions>) => onOptions({ ...options, ...changes })
  return (
    <>
      <fieldset class="format-choice">
        <legend>{said.formats}</legend>
        {OFFERED_FORMATS.map((format) => (
          <CheckField
            key={format}
            label={words.playground.formatNames[format] ?? format}
            checked={options.formats.includes(format)}
            onChecked={(checked) => set({ formats: withFormat(options.formats, format, checked) })}
          />
        ))}
      </fieldset>
      <div class="option-fields">
        <SelectField
          label={said.maxTier}
          hint={said.maxTierHint}
          value={options.maxTier}
          onValue={(maxTier) => set({ maxTier })}
          options={[
            { value: '', label: said.anyTier },
            ...MAX_TIERS.map((tier) => ({
              value: tier,
              label: words.ladder.tier(tier, words.ladder.tiers[tier]!),
            })),
          ]}
        />
        <TextField
          label={said.country}
          hint={said.countryHint}
          maxLength={2}
          value={options.country}
          error={issues?.get('location')}
          onValue={(country) => set({ country })}
        />
        <TextField
          label={said.externalId}
          hint={said.externalIdHint}
          value={options.externalId}
          error={issues?.get('external_id')}
          onValue={(externalId) => set({ externalId })}
        />
        <TextField
          label={said.webhook}
          hint={said.webhookHint}
          inputMode="url"
          placeholder="https://"
          value={options.webhook}
          error={issues?.get('webhook_url')}
          onValue={(webhook) => set({ webhook })}
        />
        {children}
      </div>
      <CheckField
        label={said.renderJs}
        hint={said.renderJsHint}
        checked={options.renderJs}
        onChecked={(renderJs) => set({ renderJs })}
      />
    </>
  )
}

/** One format at least is asked for. */
function withFormat(chosen: readonly string[], format: string, checked: boolean): readonly string[] {
  const others = chosen.filter((each) => each !== format)
  if (checked) return [...others, format]
  return others.length > 0 ? others : chosen
}
