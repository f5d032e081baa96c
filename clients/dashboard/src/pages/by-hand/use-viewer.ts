import { GleanerError, type Schemas } from '@gleaner/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'
import { anonymous, gleaner } from '../../api/client.ts'
import { accessToken, organization } from '../../session/store.ts'
import { AT_FIRST, changed, type ViewerState } from './viewer-state.ts'

type Ticket = Pick<Schemas['ManualLoginTicket'], 'ticket' | 'socket_path'>

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
export function useViewer(id: string, first: Ticket | undefined, onFrame: (frame: Frame) => void): Viewer {
  const [state, setState] = useState<ViewerState>(AT_FIRST)
  const [round, setRound] = useState(0)
  const socket = useRef<WebSocket>(undefined)
  const unused = useRef(first)
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
        const ticket = unused.current ?? (await gleaner().manualLogins.ticket(id))
        unused.current = undefined
        if (!isOver) connect(ticket, await accessToken((body) => anonymous.auth.refresh(body)))
      } catch (error) {
        // It has ended, or is not there: what the page has been told of it stays.
        if (!(error instanceof GleanerError) || error.status === undefined || error.status >= 500) again()
        else {
          const login = await gleaner()
            .manualLogins.get(id)
            .catch(() => undefined)
          set({ connection: 'over', ...(login && { login }) })
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

    void open()
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

function frameOf(data: ArrayBuffer): Frame {
  const head = new DataView(data)
  return {
    number: head.getUint32(0),
    width: head.getUint16(4),
    height: head.getUint16(6),
    picture: new Blob([new Uint8Array(data, HEAD_BYTES)], { type: 'image/jpeg' }),
  }
}
