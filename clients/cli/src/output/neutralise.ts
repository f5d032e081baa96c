/**
 * What a terminal would obey or that hides text: C0 but for line ends and tabs, DEL, C1, and marks that turn the direction of writing or
 * cannot be seen. Pages, and servers, choose what they send.
 */
const UNSAFE =
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu

const ESCAPE_PICTURES = 0x2400

/** A text that a terminal shows as it is: what it would obey is replaced by a picture of it, such as `␛`. */
export function neutralise(text: string): string {
  return text.replaceAll(UNSAFE, (char) => {
    const code = char.codePointAt(0)!
    if (code < 0x20) return String.fromCharCode(ESCAPE_PICTURES + code)
    if (code === 0x7f) return '␡'
    return code < 0xa0 ? '�' : ''
  })
}

/** JSON that a terminal shows as it is, and that is still the same JSON. */
export function neutraliseJson(json: string): string {
  return json.replaceAll(UNSAFE, (char) =>
    [...Array(char.length).keys()]
      .map((at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** One line of a text from elsewhere. */
export function inOneLine(text: string): string {
  return text.replaceAll(/[\s\u2028\u2029]+/gu, ' ').trim()
}
