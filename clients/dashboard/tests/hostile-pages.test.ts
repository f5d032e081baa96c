import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type Dashboard, openDashboard, press, waitForText } from './open-dashboard.ts'

/** What would run where it becomes HTML or an address: as text of a page, its title, its links, its headers. */
const HOSTILE = [
  '<img src=x onerror="window.pwned=1">',
  '<script>window.pwned=1</script>',
  '"><svg onload=window.pwned=1>',
  'javascript:window.pwned=1',
  '{{constructor.constructor("window.pwned=1")()}}',
]

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const PAGE = `<!doctype html><title>${escaped(HOSTILE.join(' '))}</title><main><h1>${escaped(HOSTILE[0]!)}</h1>
${HOSTILE.map((text) => `<p>The page says ${escaped(text)} and goes on for a while, so that it is read as text.</p>`).join('\n')}
<p><a href="javascript:window.pwned=1">a link that runs</a> and <a href="data:text/html,<script>window.pwned=1</script>">another one</a>,
and <code>${escaped(HOSTILE[1]!)}</code></p>
<table><tr><th>${escaped(HOSTILE[2]!)}</th><th>b</th></tr><tr><td>${escaped(HOSTILE[0]!)}</td><td>2</td></tr></table></main>`

let site: Server
let address: string
let dashboard: Dashboard
beforeAll(async () => {
  site = createServer((_request, response) => {
    response.setHeader('X-Hostile', HOSTILE[0]!)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(PAGE)
  })
  dashboard = await openDashboard()
  const [port] = dashboard.ports
  await new Promise<void>((resolve) => site.listen(port, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${port}/${encodeURIComponent(HOSTILE[2]!)}`
})
afterAll(async () => {
  await dashboard?.stop()
  site.closeAllConnections()
  site.close()
})

test('what a hostile page says is text, in every format and on every page that shows it', async () => {
  const formats = ['markdown', 'text', 'html', 'json', 'json_v2', 'rag', 'links', 'tables'].join()
  const { page, faults } = await dashboard.open(`/?url=${encodeURIComponent(address)}&formats=${formats}`)
  page.on('dialog', (dialog) => faults.push(`a dialog: ${dialog.message()}`))
  await press(page, 'Fetch page')
  await waitForText(page, 'The page says <img src=x')
  for (const tab of await page.$$('[role=tab]')) {
    await tab.click()
    expect(await page.$$eval('[role=tabpanel] *', (all) => all.map(({ tagName }) => tagName))).not.toEqual(
      expect.arrayContaining(['SCRIPT']),
    )
  }
  await press(page, 'See the whole story of this job')
  await waitForText(page, 'delivered')
  await press(page, 'Jobs')
  await page.waitForSelector('.table-body [role=row]')

  const links = await page.$$eval('a[href]', (all) => all.map((link) => (link as HTMLAnchorElement).protocol))
  expect(new Set(links)).toEqual(new Set(['http:']))
  expect(await page.evaluate(() => (window as { pwned?: unknown }).pwned)).toBeUndefined()
  expect(faults).toEqual([])
})
