import type { AlertChannel, ShownAlertChannel } from '@gleaner/contracts'
import { type Destination, maskAddress } from '@gleaner/outgoing-webhooks'

/** A channel that a request is sent to. */
export type RequestChannel = Exclude<AlertChannel, { type: 'email' }>

const TELEGRAM = 'https://api.telegram.org'

/** Where the message of a channel goes. */
export function destinationOf(channel: RequestChannel): Destination {
  switch (channel.type) {
    case 'webhook':
    case 'slack':
    case 'discord':
      return { url: channel.url }
    case 'ntfy': {
      // A message as JSON goes to the server, and names the topic.
      const { origin, pathname } = new URL(channel.url)
      const topic = decodeURIComponent(pathname.replaceAll('/', ''))
      return {
        url: `${origin}/`,
        fields: { topic },
        ...(channel.token !== undefined && { headers: { authorization: `Bearer ${channel.token}` } }),
      }
    }
    case 'telegram':
      return {
        url: `${(channel.url ?? TELEGRAM).replace(/\/+$/, '')}/bot${channel.bot_token}/sendMessage`,
        fields: { chat_id: channel.chat_id },
      }
  }
}

/** What replies show of a channel. */
export function showChannel(channel: AlertChannel): ShownAlertChannel {
  const { type } = channel
  return { type, address: type === 'email' ? null : maskAddress(destinationOf(channel).url) }
}
