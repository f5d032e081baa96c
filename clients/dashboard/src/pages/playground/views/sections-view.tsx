import { useState } from 'preact/hooks'
import { OutLink } from '../../../parts/markdown-view.tsx'
import * as words from '../../../words/index.ts'
import { GridView } from './grid-view.tsx'
import { JsonTree } from './json-tree.tsx'
import { More } from './more.tsx'

/** The format `json_v2`. */
export interface SectionTree {
  title: string
  sections: Section[]
}

interface Section {
  id: string
  heading: string
  level: number
  blocks: Block[]
  sections: Section[]
}

type Block = { type: string } & Record<string, unknown>

const OPEN_LEVELS = 2
const BLOCKS_AT_ONCE = 100

/** A page as the tree of its headings. */
export function SectionsView({ tree }: { tree: SectionTree }) {
  return (
    <div class="stack sections">
      <Sections sections={tree.sections} depth={0} />
      <details>
        <summary class="options-summary">{words.playground.asJson}</summary>
        <JsonTree value={tree} name="sections" />
      </details>
    </div>
  )
}

function Sections({ sections, depth }: { sections: readonly Section[]; depth: number }) {
  return (
    <More items={sections} step={BLOCKS_AT_ONCE}>
      {(shown) => shown.map((section) => <SectionOf key={section.id} section={section} depth={depth} />)}
    </More>
  )
}

function SectionOf({ section, depth }: { section: Section; depth: number }) {
  const [open, setOpen] = useState(depth < OPEN_LEVELS)
  return (
    <details class="section" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{section.heading || words.playground.beforeHeadings}</b>{' '}
        <span class="muted small">
          {section.level > 0 && `h${section.level} · `}
          {words.playground.blocks(section.blocks.length)}
        </span>
      </summary>
      {open && (
        <div class="stack">
          <More items={section.blocks} step={BLOCKS_AT_ONCE}>
            {(shown) => shown.map((block, index) => <BlockOf key={index} block={block} />)}
          </More>
          <Sections sections={section.sections} depth={depth + 1} />
        </div>
      )}
    </details>
  )
}

/** Of a kind that is not known here, the JSON. */
function BlockOf({ block }: { block: Block }) {
  const { type, text, items, src, alt, header, rows, caption, summary, blocks } = block
  if (type === 'paragraph') return <p>{String(text)}</p>
  if (type === 'blockquote') return <blockquote>{String(text)}</blockquote>
  if (type === 'code') return <pre class="source">{String(text)}</pre>
  if (type === 'image')
    return (
      <p>
        <OutLink href={String(src)}>{words.common.picture(String(alt || src))}</OutLink>
      </p>
    )
  if (type === 'list' && Array.isArray(items))
    return (
      <ul class="bullets">
        {items.map((item, index) => (
          <li key={index}>{String(item)}</li>
        ))}
      </ul>
    )
  if (type === 'table' && Array.isArray(rows))
    return (
      <GridView
        heads={Array.isArray(header) && header.length > 0 ? [header] : []}
        rows={rows}
        name="table"
        {...(caption ? { caption: String(caption) } : {})}
      />
    )
  if (type === 'details' && Array.isArray(blocks))
    return (
      <details>
        <summary>{String(summary)}</summary>
        {blocks.map((inner, index) => (
          <BlockOf key={index} block={inner} />
        ))}
      </details>
    )
  return <pre class="source">{JSON.stringify(block, null, 2)}</pre>
}
