import { eventually } from '@gleaner/testkit'

/** A program that sees the browser of a login by hand, and works with it. */
export interface LoginViewer {
  frames: number
  /** Of the page, as the last frame says. */
  size: [width: number, height: number]
  /** Messages, the last of each type. */
  // biome-ignore lint/suspicious/noExplicitAny: judged field by field
  last: Record<string, any>
  closed: { code: number; reason: string } | undefined
  do(action: object): void
  click(x: number, y: number): void
  type(text: string): void
  press(key: string): void
  untilAt(path: string): Promise<void>
  close(): void
}

export async function openLoginViewer(
  origin: string,
  { ticket, socket_path }: { ticket: string; socket_path: string },
  key: string,
): Promise<LoginViewer> {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}${socket_path}`, ['gleaner', ticket, key])
  socket.binaryType = 'arraybuffer'
  const viewer: LoginViewer = {
    frames: 0,
    size: [0, 0],
    last: {},
    closed: undefined,
    do: (action) => socket.send(JSON.stringify(action)),
    click(x, y) {
      const at = { type: 'mouse', x, y, button: 'left', clicks: 1 }
      this.do({ ...at, action: 'down', buttons: 1 })
      this.do({ ...at, action: 'up' })
    },
    type(text) {
      for (const key of text) this.press(key)
    },
    press(key) {
      for (const action of ['down', 'up']) this.do({ type: 'key', action, key })
    },
    async untilAt(path) {
      await eventually(() => {
        const { tabs, shown } = viewer.last.tabs ?? { tabs: [] }
        const tab = tabs.find((one: { tab: number }) => one.tab === shown)
        if (!tab?.url.endsWith(path) || tab.is_loading)
          throw new Error(JSON.stringify([viewer.last, viewer.closed]))
      })
    },
    close: () => socket.close(),
  }
  socket.onmessage = ({ data }) => {
    if (typeof data === 'string') {
      const message = JSON.parse(data)
      viewer.last[message.type] = message
      return
    }
    viewer.frames += 1
    const head = new DataView(data)
    viewer.size = [head.getUint16(4), head.getUint16(6)]
    viewer.do({ type: 'drawn', frame: head.getUint32(0) })
  }
  socket.onclose = ({ code, reason }) => {
    viewer.closed = { code, reason }
  }
  await eventually(() => {
    if (socket.readyState === WebSocket.CONNECTING) throw new Error('not open yet')
  })
  return viewer
}
