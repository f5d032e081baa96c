import { type MailColours, mailColours } from '@gleaner/look'

const { light, dark } = mailColours()

/** Of the HTML part: selectors and properties that mail programs know. Programs that drop it show plain paragraphs. */
export const MAIL_STYLE = `body { margin: 0; padding: 24px 12px; font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.card { max-width: 560px; margin: 0 auto; padding: 24px; border-width: 1px; border-style: solid; border-radius: 12px; }
p { margin: 0 0 16px; overflow-wrap: anywhere; }
.brand { font-size: 16px; font-weight: 650; }
${coloured(light)}
@media (prefers-color-scheme: dark) {
${coloured(dark)}
}
`

function coloured({ surface, raised, border, text, accent }: MailColours['light']): string {
  return `body { background: ${surface}; color: ${text}; }
.card { background: ${raised}; border-color: ${border}; }
a { color: ${accent}; }`
}
