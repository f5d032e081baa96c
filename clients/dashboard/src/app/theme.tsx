import { useEffect, useState } from 'preact/hooks'
import * as words from '../words/index.ts'

const KEPT = 'gleaner.theme'
const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const kept = (): Theme => THEMES.find((theme) => theme === localStorage.getItem(KEPT)) ?? 'system'

/** Before the first drawing, so that nothing flashes. */
export function applyTheme(theme: Theme = kept()): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(kept)
  useEffect(() => {
    localStorage.setItem(KEPT, theme)
    applyTheme(theme)
  }, [theme])
  return (
    <select
      class="theme-switch"
      aria-label={words.shell.theme.label}
      value={theme}
      onChange={(event) => setTheme(event.currentTarget.value as Theme)}
    >
      {THEMES.map((each) => (
        <option key={each} value={each}>
          {words.shell.theme[each]}
        </option>
      ))}
    </select>
  )
}
