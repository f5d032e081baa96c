import { CheckField, Field, SelectField, TextField } from '../../parts/field.tsx'
import * as words from '../../words/index.ts'
import type { CrawlOptions } from './crawl-options.ts'

const said = words.work.crawls

/** Asks where a crawl begins, and what bounds it. */
export function ScopeForm({
  options,
  onOptions,
  issues,
}: {
  options: CrawlOptions
  onOptions: (options: CrawlOptions) => void
  issues: ReadonlyMap<string, string>
}) {
  const set = (changes: Partial<CrawlOptions>) => onOptions({ ...options, ...changes })
  const number = (
    name: 'maxPages' | 'maxDepth' | 'maxCredits' | 'atOnce' | 'delay',
    field: string,
    min = 1,
  ) => (
    <TextField
      label={said.fields[name]}
      hint={said.hints[name]}
      type="number"
      min={min}
      value={options[name]}
      error={issues.get(field)}
      onValue={(value) => set({ [name]: value })}
    />
  )
  const paths = (name: 'include' | 'exclude', field: string) => (
    <Field label={said.fields[name]} hint={said.hints[name]} error={issues.get(field)}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={2}
          spellcheck={false}
          value={options[name]}
          onInput={(event) => set({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      <TextField
        label={said.url}
        inputMode="url"
        autocapitalize="none"
        spellcheck={false}
        required
        placeholder={said.example}
        value={options.url}
        error={issues.get('url')}
        onValue={(url) => set({ url })}
      />
      <div class="option-fields">
        {number('maxPages', 'max_pages')}
        {number('maxDepth', 'max_depth', 0)}
        {number('maxCredits', 'cost_controls')}
        {paths('include', 'include_patterns')}
        {paths('exclude', 'exclude_patterns')}
        <SelectField
          label={said.fields.sitemap}
          value={options.sitemap}
          onValue={(sitemap) => set({ sitemap })}
          options={(['include', 'skip', 'only'] as const).map((value) => ({
            value,
            label: said.modes[value]!,
          }))}
        />
        {number('atOnce', 'max_concurrency')}
        {number('delay', 'delay', 0)}
      </div>
      <CheckField
        label={said.fields.robots}
        hint={said.hints.robots}
        checked={options.robots}
        onChecked={(robots) => set({ robots })}
      />
      <CheckField
        label={said.fields.subdomains}
        checked={options.subdomains}
        onChecked={(subdomains) => set({ subdomains })}
      />
    </>
  )
}
