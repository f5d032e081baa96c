import { useSyncExternalStore } from 'preact/compat'
import { onWaiting, waitingNow } from '../api/patience.ts'
import * as words from '../words/index.ts'
import './waiting-bar.css'

/** Says that the page waits for the account's rate limit, while it does. */
export function WaitingBar() {
  const waiting = useSyncExternalStore(onWaiting, waitingNow)
  return (
    <div class="waiting" role="status">
      {waiting && <p>{words.shell.waiting(waiting.limit)}</p>}
    </div>
  )
}
