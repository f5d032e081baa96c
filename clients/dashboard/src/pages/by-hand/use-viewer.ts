import { GleanerError, type Schemas } from '@gleaner/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { anonymous, gleaner } from '../../api/client.ts'
import { accessToken, organization } from '../../session/store.ts'
import { type Ticket, takeTicket } from './unused-tickets.ts'
import { AT_FIRST, changed, type ViewerState } from './viewer-state.ts'

export interface Frame {
  number: number
  width: number
  height: number
  picture: Blob
}

export interface Viewer {
  state: ViewerState
  act(action: object): void
  /** Takes the browser back from another window. */
  takeOver(): void
  set(change: Partial<ViewerState>): void
}

/** What is before the JPEG: its number, the page's width and height. */
const HEAD_BYTES = 8
const PAUSE_MS = 1_500
const TAKEN_OVER = 4009

/** Shows the browser of a login for as long as it lasts; a connection that breaks is opened again with another ticket. */
export function useViewer({ id, ended_at }: Schemas['ManualLogin'], onFrame: (frame: Frame) => void): Viewer {
  const [state, setState] = useState<ViewerState>(() =>
    ended_at ? { ...AT_FIRST, connection: 'over' } : AT_FIRST,
  )
  const [round, setRound] = useState(0)
  const socket = useRef<WebSocket>(undefined)
  const draw = useRef(onFrame)
  draw.current = onFrame
  const set = (change: Partial<ViewerState>) => setState((before) => ({ ...before, ...change }))

  useEffect(() => {
    let isOver = false
    const again = () => {
      if (!isOver) setTimeout(() => !isOver && void open(), PAUSE_MS)
    }

    async function open(): Promise<void> {
      try {
        const ticket = takeTicket(id) ?? (await gleaner().manualLogins.ticket(id))
        if (!isOver) connect(ticket, await accessToken((body) => anonymous.auth.refresh(body)))
      } catch (error) {
        if (isPassing(error)) again()
        else {
          const login = await gleaner()
            .manualLogins.get(id)
            .catch(() => undefined)
          // It is somebody else's to look at, if it goes on.
          set({ connection: 'over', ...(login && { login }), ...(!login?.ended_at && { fault: error }) })
        }
      }
    }

    function connect({ ticket, socket_path }: Ticket, token: string): void {
      const url = new URL(socket_path, location.origin)
      url.protocol = url.protocol.replace('http', 'ws')
      const organizationId = organization()
      if (organizationId) url.searchParams.set('organization_id', organizationId)
      const opened = new WebSocket(url, ['gleaner', ticket, token])
      opened.binaryType = 'arraybuffer'
      socket.current = opened
      opened.onopen = () => set({ connection: 'open' })
      opened.onmessage = ({ data }) => {
        if (typeof data === 'string') setState((before) => changed(before, JSON.parse(data)))
        else draw.current(frameOf(data))
      }
      opened.onclose = ({ code }) => {
        if (isOver) return
        if (code === 1000) set({ connection: 'over' })
        else if (code === TAKEN_OVER) set({ connection: 'taken_over' })
        else {
          set({ connection: 'lost' })
          again()
        }
      }
    }

    if (!ended_at) void open()
    return () => {
      isOver = true
      socket.current?.close()
    }
  }, [id, round])

  return {
    state,
    set,
    act: (action) => {
      if (socket.current?.readyState === WebSocket.OPEN) socket.current.send(JSON.stringify(action))
    },
    takeOver: () => setRound((before) => before + 1),
  }
}

/** What is away, or has had too many requests, is asked again; what refuses will refuse again. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof GleanerError) || error.status === undefined) return true
  return error.status >= 500 || error.status === 429
}

function frameOf(data: ArrayBuffer): Frame {
  const head = new DataView(data)
  return {
    number: head.getUint32(0),
    width: head.getUint16(4),
    height: head.getUint16(6),
    picture: new Blob([new Uint8Array(data, HEAD_BYTES)], { type: 'image/jpeg' }),
  }
}
