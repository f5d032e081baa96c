import type { AlertChannel } from '@gleaner/contracts'
import type { SecretBox } from '@gleaner/security/secret-box'

export function sealChannels(
  secretBox: SecretBox,
  ruleId: string,
  channels: readonly AlertChannel[],
): Uint8Array<ArrayBuffer> {
  return new Uint8Array(secretBox.seal(JSON.stringify(channels), channelsContext(ruleId)))
}

/** Throws SecretUnreadable. */
export function openChannels(secretBox: SecretBox, ruleId: string, sealed: Uint8Array): AlertChannel[] {
  return JSON.parse(secretBox.open(sealed, channelsContext(ruleId))) as AlertChannel[]
}

/** What the sealed channels of a rule are bound to. */
export function channelsContext(ruleId: string): string {
  return `alert-rule:${ruleId}`
}
