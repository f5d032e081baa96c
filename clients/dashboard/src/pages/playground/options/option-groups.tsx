import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { TextField } from '../../../parts/field.tsx'
import * as words from '../../../words/index.ts'
import type { Choices } from '../choices.ts'
import { OptionField, type OptionFieldProps, textsOf } from './option-field.tsx'
import { OPTIONS, type Option, type OptionGroup } from './option-table.ts'
import './options.css'

/** All options in folded groups, and a search over them. A group that holds a fault is open. */
export function OptionGroups({
  options,
  onOptions,
  faults,
  noteOf,
}: {
  options: Choices['options']
  onOptions: (options: Choices['options']) => void
  faults: ReadonlyMap<string, string>
  noteOf: OptionFieldProps['noteOf']
}) {
  const [sought, setSought] = useState('')
  const found = OPTIONS.filter((option) => fits(option, sought))
  const field = (option: Option) => (
    <OptionField
      key={option.path}
      option={option}
      value={options[option.path] ?? ''}
      onValue={(value) => onOptions(withOption(options, option, value))}
      error={faultOf(option, faults)}
      noteOf={noteOf}
    />
  )
  return (
    <section class="stack" aria-label={words.options.title}>
      <TextField label={words.options.search} type="search" value={sought} onValue={setSought} />
      {sought.trim() !== '' ? (
        <div class="stack">
          {found.length === 0 && <p class="muted">{words.options.nothing}</p>}
          {found.map(field)}
        </div>
      ) : (
        <div>
          {(Object.keys(words.options.groups) as OptionGroup[]).map((group) => {
            const members = OPTIONS.filter((option) => option.group === group)
            const chosen = members.filter(({ path }) => options[path]).length
            const isWrong = members.some((option) => faultOf(option, faults) !== undefined)
            return (
              <Group
                key={group}
                title={words.options.groups[group]}
                note={chosen > 0 && words.options.chosen(chosen)}
                isWrong={isWrong}
              >
                {() => members.map(field)}
              </Group>
            )
          })}
        </div>
      )}
    </section>
  )
}

/** What is in a group is made when it is opened: some fields read what the account has. */
function Group({
  title,
  note,
  isWrong,
  children,
}: {
  title: string
  note: string | false
  isWrong: boolean
  children: () => ComponentChildren
}) {
  const [wasOpened, setOpened] = useState(false)
  return (
    <details
      class="option-group"
      open={isWrong || undefined}
      onToggle={(event) => event.currentTarget.open && setOpened(true)}
    >
      <summary class="options-summary">
        {title} {note && <span class="muted small">{note}</span>}
      </summary>
      {(wasOpened || isWrong) && <div class="stack">{children()}</div>}
    </details>
  )
}

/** What an option needs besides is set with it. */
function withOption(
  options: Choices['options'],
  { path, also = [] }: Option,
  value: string,
): Choices['options'] {
  const others: Choices['options'] = { ...options }
  delete others[path]
  if (value === '') return others
  return {
    ...others,
    ...Object.fromEntries(also.map((needed) => [needed, others[needed] || 'true'])),
    [path]: value,
  }
}

function fits(option: Option, sought: string): boolean {
  const { label, hint = '' } = textsOf(option)
  const text = `${option.path} ${label} ${hint} ${words.options.groups[option.group]}`.toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** Of the option itself, or of a part of it such as one of its lines. */
function faultOf({ path }: Option, faults: ReadonlyMap<string, string>): string | undefined {
  for (const [at, message] of faults) if (at === path || at.startsWith(`${path}.`)) return message
  return undefined
}
