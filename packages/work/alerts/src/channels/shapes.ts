import type { DeliveryChannel } from '@gleaner/outgoing-webhooks'

/** What is told, in words: by every channel the same. */
export interface Message {
  title: string
  text: string
  /** Nothing has to be done any more. */
  isGood: boolean
}

/** Characters that the services take, with room for markup. Sources: their references of 2026. */
const MOST = { discord: 1_900, ntfy: 3_500, telegram: 4_000 }

/**
 * The bodies that services take, by their channel. None of them reads the message as markup, a mention or a link to look at: names in it are
 * whatever somebody has typed.
 */
export const SHAPES: Record<Exclude<DeliveryChannel, 'webhook'>, (message: Message) => object> = {
  slack: ({ title, text }) => ({
    blocks: [title, text].map((part) => ({
      type: 'section',
      text: { type: 'plain_text', text: part, emoji: false },
    })),
    // What notifications show. Escaped as Slack's reference asks.
    text: escapeForSlack(title),
    unfurl_links: false,
  }),
  discord: ({ title, text }) => ({
    content: `${title}\n${text}`.slice(0, MOST.discord),
    allowed_mentions: { parse: [] },
    // SUPPRESS_EMBEDS
    flags: 1 << 2,
  }),
  ntfy: ({ title, text, isGood }) => ({
    title,
    message: text.slice(0, MOST.ntfy),
    tags: [isGood ? 'white_check_mark' : 'warning'],
    priority: isGood ? 3 : 4,
  }),
  telegram: ({ title, text }) => ({
    text: `${title}\n${text}`.slice(0, MOST.telegram),
    link_preview_options: { is_disabled: true },
  }),
}

function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
