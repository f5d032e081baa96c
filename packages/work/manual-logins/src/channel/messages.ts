import type { Shown, TimeLeft, ViewerAction } from '@gleaner/contracts/schemas/manual-login-messages'

/** What a viewer's socket says to the browser: that it is there, that it is still there, that it has gone, or what its person does. */
export type ToBrowser =
  | { is: 'here' }
  | { is: 'beat' }
  | { is: 'gone' }
  | { is: 'action'; action: ViewerAction }

/** The other way: something shown, the time that is left, or that another viewer has come. */
export type ToViewer = Shown | TimeLeft | { type: 'taken_over' }

/** Redis channels of one login. */
export const channelName = (id: string, direction: 'out' | 'in') => `manual-login:${id}:${direction}`
/** Pub/sub of ours carries a key with each message; a channel of one login needs none. */
export const KEY = '-'

const JSON_KIND = 0
const FRAME_KIND = 1

export function pack(message: ToViewer | Buffer): Buffer {
  return Buffer.isBuffer(message)
    ? Buffer.concat([Buffer.of(FRAME_KIND), message])
    : Buffer.concat([Buffer.of(JSON_KIND), Buffer.from(JSON.stringify(message))])
}

/** A frame, or the JSON of a message. */
export function unpack(
  packed: Buffer,
): { frame: Buffer; text?: undefined } | { text: string; frame?: undefined } {
  const rest = packed.subarray(1)
  return packed[0] === FRAME_KIND ? { frame: rest } : { text: rest.toString('utf8') }
}
