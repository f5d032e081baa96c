export interface Fitted<T> {
  content: T
  truncated: boolean
}

/** Cuts a text to `maxBytes` of UTF-8, at the end of a line where one is near, never inside of a character. */
export function fitText(text: string, maxBytes: number): Fitted<string> {
  if (text.length * 3 <= maxBytes || Buffer.byteLength(text) <= maxBytes)
    return { content: text, truncated: false }
  const cut = new TextDecoder().decode(Buffer.from(text).subarray(0, maxBytes), { stream: true })
  const line = cut.lastIndexOf('\n')
  return { content: line > cut.length * 0.9 ? cut.slice(0, line) : cut, truncated: true }
}

/**
 * Keeps formats in their order while they fit into `maxBytes` together: a text is cut where the room ends, an object
 * that has no room is left out, so that what is there is always whole and valid.
 */
export function fitFormats<T extends Record<string, unknown>>(
  formats: T,
  maxBytes: number,
): Fitted<Partial<T>> {
  const content: Record<string, unknown> = {}
  let room = maxBytes
  let truncated = false
  for (const [name, value] of Object.entries(formats)) {
    const fitted = typeof value === 'string' ? fitText(value, room) : fitObject(value, room)
    truncated ||= fitted.truncated
    if (fitted.content === undefined) continue
    content[name] = fitted.content
    room -= Buffer.byteLength(
      typeof fitted.content === 'string' ? fitted.content : JSON.stringify(fitted.content),
    )
  }
  return { content: content as Partial<T>, truncated }
}

function fitObject(value: unknown, room: number): Fitted<unknown> {
  const fits = Buffer.byteLength(JSON.stringify(value) ?? '') <= room
  return { content: fits ? value : undefined, truncated: !fits }
}
