import type { PagePart } from './send-page.ts'

/** Results that are read at once, of up to 1 MB each; larger ones are sent piece by piece. */
const READ_AT_ONCE = 8

/** Results in their order, read and shown one by one. What is not shown (undefined) is gone. */
export interface ManyResults<R> {
  /** How many are read at once; by default as many as may be large. */
  atOnce?: number
  read(range: { from: number; limit: number }): Promise<readonly R[]>
  present(reading: R): string | PagePart | undefined
}

/** Many results as the parts of a reply: within a JSON object that begins with `head`, or, without one, as JSON lines. */
export async function* presentMany<R>(
  { atOnce = READ_AT_ONCE, read, present }: ManyResults<R>,
  { offset, limit }: { offset: number; limit: number },
  head: object | undefined,
): AsyncGenerator<string | PagePart> {
  const opening = head && `${JSON.stringify(head).slice(0, -1)},"results":[`
  let isOpen = false
  let between = ''
  const end = offset + limit
  for (let from = offset; from < end; from += atOnce) {
    const readings = await read({ from, limit: Math.min(atOnce, end - from) })
    // Not before the first read: until then another reply can be given.
    if (opening && !isOpen) yield opening
    isOpen = true
    for (const reading of readings) {
      const part = present(reading)
      if (part === undefined) continue
      if (between !== '') yield between
      yield part
      if (head) between = ','
      else yield '\n'
    }
    if (readings.length === 0) break
  }
  if (opening) yield isOpen ? ']}' : `${opening}]}`
}
