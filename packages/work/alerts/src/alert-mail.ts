import type { Mail } from '@gleaner/mail'
import type { Message } from './channels/shapes.ts'

interface AlertMail {
  to: string
  publicUrl: string
  ruleId: string
  message: Message
}

export function alertMail({ to, publicUrl, ruleId, message }: AlertMail): Mail {
  const { host } = new URL(publicUrl)
  return {
    to,
    subject: message.title,
    text: `${message.text}

This is told by an alert rule of your account at ${host}. GET /api/v1/alerts/rules/${ruleId} shows it, and PATCH with {"is_active": false} switches it off.
`,
  }
}
