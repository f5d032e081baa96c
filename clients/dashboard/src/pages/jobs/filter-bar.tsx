import { useEffect, useState } from 'preact/hooks'
import { TIERS } from '../../api/choices.ts'
import { useOwn } from '../../api/own-things.ts'
import { useSettled } from '../../api/use-settled.ts'
import { Button } from '../../parts/button.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import * as words from '../../words/index.ts'
import { type Filter, type Filters, withFilters } from './filters.ts'

const said = words.jobs.filters
const STATUSES = ['', 'pending', 'running', 'completed', 'failed']
const CHOSEN_TIERS = ['', ...TIERS]

/** Filters of jobs; the ones that are less often of use unfold. */
export function FilterBar({
  filters,
  onFilters,
}: {
  filters: Filters
  onFilters: (filters: Filters) => void
}) {
  const set = (changes: Filters) => onFilters(withFilters(filters, changes))
  const text = (name: Filter, placeholder?: string) => (
    <SettledText
      label={said[name]!}
      value={filters[name] ?? ''}
      placeholder={placeholder}
      onValue={(value) => set({ [name]: value })}
    />
  )
  const day = (name: Filter) => (
    <TextField
      label={said[name]!}
      type="date"
      value={(filters[name] ?? '').slice(0, 10)}
      onValue={(value) => set({ [name]: value })}
    />
  )
  return (
    <search class="stack">
      <div class="filters">
        <SelectField
          label={said.status!}
          value={filters.status ?? ''}
          onValue={(status) => set({ status })}
          options={STATUSES.map((value) => ({ value, label: value ? words.states[value]! : said.any! }))}
        />
        <SelectField
          label={said.tier!}
          value={filters.tier ?? ''}
          onValue={(tier) => set({ tier })}
          options={CHOSEN_TIERS.map((value) => ({
            value,
            label: value ? words.ladder.tier(value, words.ladder.tiers[value]!) : said.any!,
          }))}
        />
        {text('domain', 'example.com')}
        {text('url')}
      </div>
      <details open={isMoreSet(filters)}>
        <summary class="options-summary">{words.jobs.moreFilters}</summary>
        <div class="filters">
          <KeyField value={filters.key_id ?? ''} onValue={(key_id) => set({ key_id })} />
          {text('external_id')}
          {day('created_after')}
          {day('created_before')}
          {text('batch_id')}
          {text('crawl_id')}
        </div>
      </details>
      {Object.keys(filters).length > 0 && (
        <div class="row">
          <Button kind="quiet" onClick={() => onFilters({})}>
            {words.jobs.noFilters}
          </Button>
        </div>
      )}
    </search>
  )
}

const MORE: readonly Filter[] = [
  'key_id',
  'external_id',
  'created_after',
  'created_before',
  'batch_id',
  'crawl_id',
]
const isMoreSet = (filters: Filters) => MORE.some((name) => filters[name])

/** A text that counts once nobody types any more. */
function SettledText({
  label,
  value,
  placeholder,
  onValue,
}: {
  label: string
  value: string
  placeholder?: string | undefined
  onValue: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const settled = useSettled(typed)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (settled === typed && settled.trim() !== value) onValue(settled.trim())
  }, [settled])
  return <TextField label={label} value={typed} onValue={setTyped} {...(placeholder && { placeholder })} />
}

function KeyField({ value, onValue }: { value: string; onValue: (id: string) => void }) {
  const keys = useOwn('keys')
  return (
    <SelectField
      label={said.key_id!}
      value={value}
      onValue={onValue}
      options={[
        { value: '', label: said.any! },
        ...(keys ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}
