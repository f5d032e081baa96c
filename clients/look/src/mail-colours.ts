import { readStyle } from './read-style.ts'

const ROLES = ['surface', 'raised', 'border', 'text', 'accent'] as const
type Role = (typeof ROLES)[number]

/** The colour of each role, as mail programs know colours. */
export interface MailColours {
  light: Readonly<Record<Role, string>>
  dark: Readonly<Record<Role, string>>
}

let read: MailColours | undefined

/** What `tokens.css` says, read once: mail programs know neither custom properties nor `light-dark()`. */
export function mailColours(): MailColours {
  read ??= readColours(readStyle('tokens'))
  return read
}

function readColours(tokens: string): MailColours {
  const pairs = ROLES.map((role) => {
    const found = new RegExp(`--${role}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)
    if (!found) throw new Error(`tokens.css names no colour --${role}`)
    return [role, found[1]!, found[2]!] as const
  })
  const of = (at: 1 | 2) =>
    Object.fromEntries(pairs.map((pair) => [pair[0], pair[at]])) as Record<Role, string>
  return { light: of(1), dark: of(2) }
}
