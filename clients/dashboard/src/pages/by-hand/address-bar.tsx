import { Button } from '../../parts/button.tsx'
import * as words from '../../words/index.ts'
import type { Viewer } from './use-viewer.ts'
import type { Tab } from './viewer-state.ts'

const said = words.byHand

/** Where the browser is, by its own word: nothing here is the page's but the titles of windows. */
export function AddressBar({ viewer }: { viewer: Viewer }) {
  const { tabs } = viewer.state
  const shown = tabs?.tabs.find(({ tab }) => tab === tabs.shown)
  const go = (action: string) => () => viewer.act({ type: 'history', action })
  return (
    <div class="address-bar stack">
      {tabs && tabs.tabs.length > 1 && (
        <ul class="row" aria-label={said.tabs}>
          {tabs.tabs.map((one) => (
            <li key={one.tab} class="row">
              <Button
                aria-pressed={one.tab === tabs.shown}
                onClick={() => viewer.act({ type: 'tab', action: 'show', tab: one.tab })}
              >
                {said.tab(one.title)}
              </Button>
              <Button
                kind="quiet"
                aria-label={`${said.closeTab}: ${said.tab(one.title)}`}
                onClick={() => viewer.act({ type: 'tab', action: 'close', tab: one.tab })}
              >
                ×
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <Button aria-label={said.back} disabled={!tabs?.can_go_back} onClick={go('back')}>
          ←
        </Button>
        <Button aria-label={said.forward} disabled={!tabs?.can_go_forward} onClick={go('forward')}>
          →
        </Button>
        <Button aria-label={said.reload} onClick={go('reload')}>
          ↻
        </Button>
        {shown && <Address {...shown} />}
      </div>
    </div>
  )
}

function Address({ url, origin, is_failed, is_loading }: Tab) {
  const isSecure = origin.startsWith('https://')
  const isNone = !/^https?:/.test(origin)
  const label = is_failed ? said.failed : isNone ? said.noOrigin : isSecure ? said.secure : said.plain
  const path = url.startsWith(origin) && !isNone ? url.slice(origin.length) : url
  return (
    <p class={`address ${isSecure ? 'secure' : 'plain'}`} title={url} aria-busy={is_loading}>
      <span class="small">{label}</span> {!isNone && <strong class="mono">{origin}</strong>}
      <span class="mono muted">{path}</span>
    </p>
  )
}
