import '@gleaner/look/tokens.css'
import '@gleaner/look/base.css'
import '@gleaner/look/form.css'
import { render } from 'preact'
import { App } from './app/app.tsx'
import { applyTheme } from './app/theme.tsx'

applyTheme()
// A page of the build before is gone; the new one has it.
addEventListener('vite:preloadError', () => location.reload())
// The service's own address shows it too.
if (location.pathname === '/') history.replaceState(null, '', `/app/${location.search}`)
render(<App />, document.getElementById('app')!)
