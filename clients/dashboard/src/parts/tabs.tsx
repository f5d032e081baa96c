import { Tabs as Base } from '@base-ui/react/tabs'
import type { ComponentChildren } from 'preact'
import './tabs.css'

export interface Tab {
  key: string
  title: string
  content: () => ComponentChildren
}

/** Views of one thing beside each other. What is not shown is not made. */
export function Tabs({
  label,
  tabs,
  current,
  onCurrent,
}: {
  label: string
  tabs: readonly Tab[]
  current: string
  onCurrent: (key: string) => void
}) {
  return (
    <Base.Root className="tabs" value={current} onValueChange={(key) => onCurrent(String(key))}>
      <Base.List className="tab-list" aria-label={label}>
        {tabs.map(({ key, title }) => (
          <Base.Tab key={key} value={key} className="tab">
            {title}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map(({ key, content }) => (
        <Base.Panel key={key} value={key} className="tab-panel">
          {key === current ? content() : null}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
