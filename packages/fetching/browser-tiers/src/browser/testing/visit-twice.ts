import type { PersistentState } from './persistent-state/persistent-state.ts'
import { HOSTS } from './state-site.ts'
import type { TwoVisitors } from './two-visitors.ts'

const WORDS = `<p>${'Boats, ropes and nets. '.repeat(20)}</p>`
const pageThat = (...steps: ((() => unknown) | undefined)[]) =>
  `<!doctype html><meta charset="utf-8"><title>Boats</title>${WORDS}<script>(async () => {
    let found
    try { for (const step of [${steps.filter(Boolean).join().replaceAll('</', '<\\/')}]) found = await step() } catch (error) { found = String(error) }
    const note = document.createElement('pre')
    note.id = 'done'
    note.textContent = JSON.stringify(found ?? null)
    document.body.append(note)
  })()</script>`

/** The first visitor leaves a state and looks for it, the second one looks for it. */
export async function visitTwice({ site, visit }: TwoVisitors, state: PersistentState) {
  const leaving = pageThat(state.leave, state.look)
  const looking = pageThat(state.look)
  site.pages.clear()
  site.pages.set('/leave', leaving)
  site.pages.set('/look', looking)
  const address = (template: string) => template.replace('{port}', String(site.port))
  for (const [path, serve] of Object.entries(state.serve ?? {})) {
    site.pages.set(path, (exchange) =>
      serve({
        ...exchange,
        page: path === new URL(address(state.secondEntry ?? 'http://a/')).pathname ? looking : leaving,
      }),
    )
  }
  const first = await visit(address(state.entry ?? `https://${HOSTS[0]}:{port}/leave`), state.first)
  const second = await visit(address(state.secondEntry ?? `https://${HOSTS[0]}:{port}/look`), state.second)
  return {
    kept: first.seen,
    gone: second.seen,
    context: first.context === second.context ? 'wiped' : 'closed',
  }
}
