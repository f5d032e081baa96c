// The few shapes of ASN.1 DER (X.690) that a certificate is made of.

export function der(tag: number, content: Buffer): Buffer {
  const length = content.byteLength
  const short = length < 0x80
  const bytes = short ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

export const sequence = (...items: Buffer[]) => der(0x30, Buffer.concat(items))
export const set = (...items: Buffer[]) => der(0x31, Buffer.concat(items))
export const octets = (value: Buffer) => der(0x04, value)
export const utf8 = (text: string) => der(0x0c, Buffer.from(text))
export const isTrue = der(0x01, Buffer.from([0xff]))
export const integer = (value: Buffer) => der(0x02, value)
/** A bit string of whole bytes. */
export const bits = (value: Buffer) => der(0x03, Buffer.concat([Buffer.from([0]), value]))

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

export function utcTime(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return der(0x17, Buffer.from(`${digits}Z`))
}

/** Seven bits a byte, most significant first; all but the last carry the top bit. */
function base128(value: number): number[] {
  const groups = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
  return groups
}
