import { API_ROOT } from '@gleaner/contracts/api-root'
import { isUuid } from '@gleaner/contracts/ids'

/** Below it stands the WebSocket of each login by hand. */
export const SOCKETS_PATH = `${API_ROOT}/ws/manual-logins`

/** The login whose browser the WebSocket at this path shows. */
export function manualLoginAt(path: string): string | undefined {
  const id = path.startsWith(`${SOCKETS_PATH}/`) ? path.slice(SOCKETS_PATH.length + 1) : ''
  return isUuid(id) ? id.toLowerCase() : undefined
}
