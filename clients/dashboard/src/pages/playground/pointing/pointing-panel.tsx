import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../parts/button.tsx'
import { TextField } from '../../../parts/field.tsx'
import { Notice } from '../../../parts/notice.tsx'
import * as words from '../../../words/index.ts'
import { ElementTree } from './element-tree.tsx'
import { FieldEditor } from './field-editor.tsx'
import type { AlikeProposal, FromFrame, OutlineNode, Values } from './messages.ts'
import { PageFrame } from './page-frame.tsx'
import { SaveTemplate } from './save-template.tsx'
import { freeName, isEmpty, type PointedField, type Template } from './template.ts'
import './pointing.css'

/** Fields by pointing: the page, its elements as a tree, and the fields that were made of them with what is found. */
export function PointingPanel({
  html,
  base,
  template,
  onTemplate,
  found,
  faults,
  busy,
  onCheck,
}: {
  html: string
  base: string
  template: Template
  onTemplate: (template: Template) => void
  /** What the service has found with this template, once it was asked. */
  found: Record<string, unknown> | undefined
  faults: ReadonlyMap<string, string>
  busy: boolean
  onCheck: () => void
}) {
  const frame = useRef<PageFrame>(null)
  const [outline, setOutline] = useState<OutlineNode[]>()
  const [isCut, setCut] = useState(false)
  const [values, setValues] = useState<Values>()
  const [origins, setOrigins] = useState<(number | undefined)[]>([])
  const [alike, setAlike] = useState<AlikeProposal>()
  const change = (next: Template, nextOrigins = origins) => {
    setOrigins(nextOrigins)
    onTemplate(next)
  }
  useEffect(() => {
    frame.current?.tell({ type: 'state', template, origins })
  }, [template, origins, outline])

  const hear = (message: FromFrame) => {
    if (message.type === 'shown') {
      setOutline(message.outline)
      setCut(message.isCut)
    } else if (message.type === 'values') setValues(message.values)
    else if (message.type === 'proposed') {
      const { proposal, node } = message
      const { field } = proposal
      setAlike(proposal.kind === 'field' ? proposal.like : undefined)
      if (proposal.kind === 'ofList') change(withListField(template, field))
      else
        change({ ...template, fields: [...template.fields, named(field, template.fields)] }, [
          ...origins,
          node,
        ])
    }
  }
  const takeAsList = ({ origin, list }: AlikeProposal) => {
    // The one that is like it, and the other one, become a field of the list.
    const last = template.fields.length - 1
    const isOther = (_: unknown, at: number) => at !== origin && at !== last
    const name = template.fields[origin]!.name
    setAlike(undefined)
    change(
      {
        fields: template.fields.filter(isOther),
        list: { ...list, fields: list.fields.map((field) => ({ ...field, name })) },
      },
      origins.filter(isOther),
    )
  }
  return (
    <section class="card stack pointing" aria-label={words.pointing.title}>
      <h2>{words.pointing.title}</h2>
      <p class="muted">{words.pointing.lead}</p>
      <div class="pointing-page">
        <PageFrame ref={frame} html={html} base={base} onMessage={hear} />
        {outline && (
          <ElementTree
            key={html}
            outline={outline}
            onPoint={(node) => frame.current?.tell({ type: 'point', node })}
            onMark={(node) => frame.current?.tell({ type: 'mark', node })}
          />
        )}
      </div>
      {isCut && <Notice>{words.pointing.cut}</Notice>}
      {alike && (
        <Notice>
          <p>{words.pointing.alike(alike.items)}</p>
          <div class="row">
            <Button onClick={() => takeAsList(alike)}>{words.pointing.takeAsList}</Button>
            <Button kind="quiet" onClick={() => setAlike(undefined)}>
              {words.pointing.keepApart}
            </Button>
          </div>
        </Notice>
      )}
      {isEmpty(template) ? (
        <p class="muted">{words.pointing.empty}</p>
      ) : (
        <>
          <ol class="stack" aria-label={words.pointing.fields}>
            {template.fields.map((field, at) => (
              <FieldEditor
                key={at}
                field={field}
                found={values?.fields[at]?.value ?? ''}
                ofService={found && said(found[field.name])}
                error={faultOf(faults, `template.fields.${field.name}`)}
                onField={(changed) => change({ ...template, fields: template.fields.with(at, changed) })}
                onRemove={() =>
                  change({ ...template, fields: template.fields.toSpliced(at, 1) }, origins.toSpliced(at, 1))
                }
              />
            ))}
          </ol>
          {template.list && (
            <ListEditor
              template={template}
              values={values}
              found={found?.[template.list.name]}
              faults={faults}
              onTemplate={change}
            />
          )}
          <div class="row">
            <Button busy={busy} onClick={onCheck}>
              {words.pointing.check}
            </Button>
            <Button kind="quiet" onClick={() => change({ fields: [] }, [])}>
              {words.pointing.startAnew}
            </Button>
          </div>
          <SaveTemplate template={template} />
        </>
      )}
    </section>
  )
}

function ListEditor({
  template,
  values,
  found,
  faults,
  onTemplate,
}: {
  template: Template
  values: Values | undefined
  found: unknown
  faults: ReadonlyMap<string, string>
  onTemplate: (template: Template) => void
}) {
  const list = template.list!
  const set = (changes: Partial<typeof list>) => onTemplate({ ...template, list: { ...list, ...changes } })
  const rows = values?.list?.rows ?? []
  const first = Array.isArray(found) ? Object(found[0]) : undefined
  return (
    <section class="stack" aria-label={words.pointing.list}>
      <h3>{words.pointing.list}</h3>
      <div class="pointed-field">
        <TextField label={words.pointing.name} value={list.name} onValue={(name) => set({ name })} />
        <TextField
          label={words.pointing.items}
          value={list.selector}
          error={faultOf(faults, 'template.list.selector')}
          spellcheck={false}
          onValue={(selector) => set({ selector })}
        />
        <p>
          {words.pointing.found(values?.list?.items ?? 0)}
          {Array.isArray(found) && `, ${words.pointing.foundByService(found.length)}`}
        </p>
        <Button
          kind="quiet"
          onClick={() => onTemplate({ fields: template.fields })}
          aria-label={words.pointing.remove(list.name)}
        >
          {words.pointing.removeShort}
        </Button>
      </div>
      <ol class="stack" aria-label={words.pointing.listFields}>
        {list.fields.map((field, at) => (
          <FieldEditor
            key={at}
            field={field}
            found={rows.map((row) => row[at] ?? '').join(' · ')}
            ofService={first && said(first[field.name])}
            error={faultOf(faults, `template.list.fields.${field.name}`)}
            onField={(changed) => set({ fields: list.fields.with(at, changed) })}
            onRemove={() =>
              list.fields.length > 1
                ? set({ fields: list.fields.toSpliced(at, 1) })
                : onTemplate({ fields: template.fields })
            }
          />
        ))}
      </ol>
    </section>
  )
}

function withListField(template: Template, field: PointedField): Template {
  const list = template.list!
  return { ...template, list: { ...list, fields: [...list.fields, named(field, list.fields)] } }
}

const named = (field: PointedField, others: readonly PointedField[]): PointedField => ({
  ...field,
  name: freeName(
    field.name,
    others.map(({ name }) => name),
  ),
})

const said = (value: unknown) =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)

function faultOf(faults: ReadonlyMap<string, string>, path: string): string | undefined {
  for (const [at, message] of faults) if (at === path || at.startsWith(`${path}.`)) return message
  return undefined
}
