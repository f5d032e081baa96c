/** One event of a stream, as its text has it. */
export interface RawEvent {
  event: string
  id: string
  data: string
}

/** Reads server-sent events (WHATWG HTML, 9.2.6) as they come. `onBytes` is told whenever something does, comments too. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<RawEvent> {
  let id = ''
  let event = ''
  let data: string[] = []
  for await (const line of readLines(body, onBytes)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', id, data: data.join('\n') }
      event = ''
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') event = value
    if (field === 'data') data.push(value)
    if (field === 'id' && !value.includes('\0')) id = value
  }
}

/** Lines of a text as it comes; the last one also without its end. */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void = () => {},
): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  // Pieces of a long line are joined once, when it ends.
  let pieces: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      onBytes()
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = text.split('\n')
      for (const line of lines.slice(0, -1)) {
        yield withoutReturn(pieces.join('') + line)
        pieces = []
      }
      pieces.push(lines.at(-1)!)
      if (done) break
    }
    const rest = pieces.join('')
    if (rest !== '') yield withoutReturn(rest)
  } finally {
    // Who stops in the middle closes the connection.
    await reader.cancel().catch(() => {})
  }
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
