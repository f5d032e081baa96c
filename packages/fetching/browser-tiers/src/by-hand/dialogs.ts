import type { Shown } from '@gleaner/contracts/schemas/manual-login-messages'
import { sleep } from '@gleaner/runtime'
import type { Tab } from './tab.ts'

/** A page that asks more often in so many ms is answered without asking its person, and not at once. */
const MOST_DIALOGS = 5
const WITHIN_MS = 15_000
const PAUSE_MS = 500

/** Keeps the dialog that a tab's scripts have opened until its person answers it. */
export function showDialogs(tab: Tab, tell: (shown: Shown) => void, onChange: () => void): void {
  let recent: number[] = []
  tab.page.on('dialog', async (dialog) => {
    // Leaving a page is never up to the page.
    if (dialog.type() === 'beforeunload') return void dialog.accept().catch(() => undefined)
    const now = performance.now()
    recent = [...recent.filter((at) => now - at < WITHIN_MS), now]
    if (recent.length > MOST_DIALOGS) {
      if (recent.length === MOST_DIALOGS + 1) tell({ type: 'notice', notice: 'dialogs_refused' })
      await sleep(PAUSE_MS)
      return void dialog.dismiss().catch(() => undefined)
    }
    tab.dialog = dialog
    onChange()
  })
  // Also one that the page's own end has answered.
  tab.session.on('Page.javascriptDialogClosed', () => {
    tab.dialog = undefined
    onChange()
  })
}

export async function answerDialog(tab: Tab, accept: boolean, text: string | undefined): Promise<void> {
  const { dialog } = tab
  tab.dialog = undefined
  if (!dialog) return
  await (accept ? dialog.accept(text) : dialog.dismiss()).catch(() => undefined)
}
