export { type MailColours, mailColours } from './mail-colours.ts'
export { readStyle, type StyleName } from './read-style.ts'
