/** Lines of a reply, one after the other; nothing more is read than is asked for. `maxBytes`: of one line, which is left out above it. */
export async function* readLines(response: Response, maxBytes: number): AsyncGenerator<string | undefined> {
  const decoder = new TextDecoder()
  let parts: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    for (let from = 0; from < chunk.length; ) {
      const end = chunk.indexOf(10, from)
      const part = chunk.subarray(from, end === -1 ? chunk.length : end)
      bytes += part.length
      if (bytes <= maxBytes) parts.push(part)
      from = end === -1 ? chunk.length : end + 1
      if (end === -1) continue
      if (bytes > 0) yield bytes > maxBytes ? undefined : decoder.decode(Buffer.concat(parts))
      ;[parts, bytes] = [[], 0]
    }
  }
  if (bytes > 0) yield bytes > maxBytes ? undefined : decoder.decode(Buffer.concat(parts))
}
