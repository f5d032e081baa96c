/** An event of a stream, as its reader sees it. */
export interface SeenEvent {
  id: number
  event: string
  // biome-ignore lint/suspicious/noExplicitAny: events are judged field by field
  data: any
}

/** The events of a text that is cut anywhere: without a blank line behind it an event is not complete. */
export function readEvents(text: string): SeenEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2)))
      return fields.event === undefined
        ? []
        : [{ id: Number(fields.id), event: fields.event, data: JSON.parse(fields.data) }]
    })
}
