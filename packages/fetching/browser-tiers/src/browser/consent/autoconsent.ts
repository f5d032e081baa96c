import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/**
 * Autoconsent refuses, by its rules and else by the text of buttons, and never hides a banner that it cannot answer.
 */
const CONFIG = {
  enabled: true,
  autoAction: 'optOut',
  isMainWorld: true,
  enablePrehide: false,
  enableCosmeticRules: false,
  enableHeuristicDetection: true,
  heuristicMode: 'tier2',
  detectRetries: 4,
  logs: {},
}

interface Rules {
  /** Leaves the rules that can apply to a page. */
  filter: (url: string) => unknown
  /** The library as a script for a page. */
  script: string
}

let loading: Promise<Rules> | undefined

/**
 * A script that answers the banner of a page at `url`; its value is a promise of `answered`, `nothing` or `late`. The
 * rules come from the npm package, and nothing is loaded from anywhere else.
 */
export async function consentScript(url: string, maxMs: number): Promise<string> {
  loading ??= load()
  const { filter, script } = await loading
  const rules = { autoconsent: [], compact: filter(url) }
  return `(${runAutoconsent.toString()})(${JSON.stringify(rules)}, ${JSON.stringify(CONFIG)}, ${maxMs}, () => {${script}\n})`
}

async function load(): Promise<Rules> {
  const require = createRequire(import.meta.url)
  const dist = dirname(require.resolve('@duckduckgo/autoconsent'))
  const [library, compact, script] = await Promise.all([
    import('@duckduckgo/autoconsent'),
    readFile(join(dist, '../rules/compact-rules.json'), 'utf8'),
    readFile(join(dist, 'autoconsent.playwright.js'), 'utf8'),
  ])
  const all = JSON.parse(compact)
  return { filter: (url) => library.filterCompactRules(all, { url, mainFrame: true }), script }
}

/** Exchanges messages with the library inside the page as a browser extension's background page would. */
function runAutoconsent(rules: unknown, config: unknown, maxMs: number, start: () => void): Promise<string> {
  type Message = { type: string; id?: string; code?: string; state?: { lifecycle: string }; result?: boolean }
  const scope = window as unknown as Record<string, ((message: unknown) => Promise<void>) | undefined>
  return new Promise((resolve) => {
    const finish = (how: string) => {
      delete scope.autoconsentSendMessage
      delete scope.autoconsentReceiveMessage
      resolve(how)
    }
    const later = (message: unknown) => setTimeout(() => scope.autoconsentReceiveMessage?.(message))
    setTimeout(() => finish('late'), maxMs)
    scope.autoconsentSendMessage = async (message: unknown) => {
      const { type, id, state, result } = message as Message
      if (type === 'init') later({ type: 'initResp', config, rules })
      if (type === 'eval') later({ type: 'evalResp', id, result: false })
      if (type === 'report' && state?.lifecycle === 'nothingDetected') finish('nothing')
      if (type === 'optOutResult' && !result) finish('nothing')
      if (type === 'autoconsentDone') finish('answered')
    }
    start()
  })
}
