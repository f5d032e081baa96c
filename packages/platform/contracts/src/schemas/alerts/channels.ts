import { z } from 'zod'
import { ALERT_CHANNEL_TYPES, ChannelType } from '../../fields/alerts.ts'
import { hasNoControls } from '../primitives.ts'
import { WebhookUrl } from '../webhook-url.ts'

/** How replies show an address that is a secret; a request that sends it back would lose the address. */
const MASKED = '***'
/** Ids of chats at Telegram have at most 13 digits today. */
const MOST_CHAT_ID = 1e13

const Secret = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine((text) => hasNoControls(text) && !/\s/.test(text), 'must not contain spaces or control characters')

const ChannelUrl = WebhookUrl.refine(
  (text) => !text.includes(MASKED),
  'is the masked address of a reply; send the whole address, or leave channels out to keep them',
)

const channels = [
  z.strictObject({ type: z.literal('email').describe('Mail to the owner of the account.') }),
  z.strictObject({
    type: z.literal('webhook').describe('A request that is signed as every webhook.'),
    url: ChannelUrl.describe('Where the request goes: https, public.'),
  }),
  z.strictObject({
    type: z.literal('slack').describe('An incoming webhook of Slack.'),
    url: ChannelUrl.describe('Address of the incoming webhook, which is a secret.'),
  }),
  z.strictObject({
    type: z.literal('discord').describe('A webhook of Discord.'),
    url: ChannelUrl.describe('Address of the webhook, which is a secret.'),
  }),
  z.strictObject({
    type: z.literal('ntfy').describe('A topic of ntfy.'),
    url: ChannelUrl.describe('Server and topic, such as https://ntfy.example.com/alerts.').refine(
      (text) => !URL.canParse(text) || /^\/[^/]+\/?$/.test(new URL(text).pathname),
      'must be a server and a topic, such as https://ntfy.example.com/alerts',
    ),
    token: Secret.optional().describe('Access token, where the topic asks for one.'),
  }),
  z.strictObject({
    type: z.literal('telegram').describe('A chat, told by a bot.'),
    bot_token: Secret.regex(/^\d+:[\w-]+$/, 'must be a bot token such as 123456:ABC-DEF').describe(
      'As BotFather gives it.',
    ),
    chat_id: z
      .union([z.string(), z.number().int().min(-MOST_CHAT_ID).max(MOST_CHAT_ID)])
      .transform(String)
      .refine((id) => /^(-?\d{1,20}|@\w{1,64})$/.test(id), 'must be a number, or @ and the name of a channel')
      .describe('Number of the chat, or `@` and the name of a channel.'),
    url: ChannelUrl.optional().describe('A Bot API server of your own. Default: https://api.telegram.org.'),
  }),
] as const

export const AlertChannel = z
  .discriminatedUnion('type', channels, {
    error:
      'must be an object with a type, such as {"type": "email"}; types are email, webhook, slack, discord, ntfy and telegram',
  })
  .describe('One way to tell somebody, by its `type`.')
export type AlertChannel = z.output<typeof AlertChannel>
export type AlertChannelType = AlertChannel['type']

export { ALERT_CHANNEL_TYPES }

export const ShownAlertChannel = z
  .object({
    type: ChannelType,
    address: z.string().nullable().describe('Without what is secret of it; null: the owner of the account.'),
  })
  .describe('One way to tell somebody, without what is secret of it.')
export type ShownAlertChannel = z.infer<typeof ShownAlertChannel>
