import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { neutralise, neutraliseJson } from './neutralise.ts'
import { joined, plain, runsOf, type Text, withCodes } from './styled.ts'

/** Where something is written: a terminal, which is shown no control character of others, or a pipe or file, which gets everything as it is. */
export interface Output {
  isTerminal: boolean
  columns: number
  /** Writes a text with its styles, where there are any. */
  write(text: Text): void
  line(text?: Text): void
  /** As JSON: indented for people, in one line for programs. */
  json(value: unknown): void
  /** When whoever reads has taken enough that more may be written: what is much is written no faster than it is read. */
  room(): Promise<void>
  /** Bytes that are no text; never to a terminal. */
  bytes(data: Uint8Array): void
  /** When all of it is written. */
  end(): Promise<void>
}

type Stream = Writable & { isTTY?: boolean; columns?: number }

const DEFAULT_COLUMNS = 80

export function createOutput(stream: Stream, env: Readonly<Record<string, string | undefined>>): Output {
  const isTerminal = stream.isTTY === true
  const hasStyles = isTerminal && !env.NO_COLOR && env.TERM !== 'dumb'
  let last: Promise<void> = Promise.resolve()
  const send = (data: string | Uint8Array) => {
    last = new Promise((resolve) => {
      stream.write(data, () => resolve())
    })
  }
  const output: Output = {
    isTerminal,
    get columns() {
      return stream.columns || DEFAULT_COLUMNS
    },
    write(text) {
      if (!isTerminal) return send(plain(text))
      send(
        joined(runsOf(text))
          .map((run) => withCodes(neutralise(run.text), hasStyles ? run.styles : []))
          .join(''),
      )
    },
    line: (text = '') => output.write([text, '\n']),
    json(value) {
      const text = JSON.stringify(value, undefined, isTerminal ? 2 : undefined) ?? 'null'
      send(`${isTerminal ? neutraliseJson(text) : text}\n`)
    },
    async room() {
      if (stream.writableNeedDrain) await once(stream, 'drain')
    },
    bytes: send,
    end: () => last,
  }
  return output
}
