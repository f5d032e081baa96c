/** A piece of HTML in which every value is escaped already. */
export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Markup | undefined | readonly Markup[]

/** HTML of a template: values become text (also inside of quoted attributes), pieces of HTML stay, undefined is nothing. */
export function html(pieces: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(pieces.reduce((text, piece, i) => `${text}${rendered(values[i - 1])}${piece}`))
}

function rendered(value: Value): string {
  if (value === undefined) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'object') return value.map(({ text }) => text).join('')
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
