import type { SecretBox } from '@gleaner/security/secret-box'

/** Shapes of messages that a delivery may have; `webhook` is our own, which is signed. */
export type DeliveryChannel = 'webhook' | 'slack' | 'discord' | 'ntfy' | 'telegram'

/** Where a delivery goes whose address is a secret: its row holds it sealed, and a masked one in the open. */
export interface Destination {
  url: string
  headers?: Record<string, string>
  /** Fields of the body that belong to the address, such as a chat's id. */
  fields?: Record<string, string>
}

export function sealDestination(
  secretBox: SecretBox,
  deliveryId: string,
  destination: Destination,
): Uint8Array {
  return secretBox.seal(JSON.stringify(destination), destinationContext(deliveryId))
}

/** Throws SecretUnreadable. */
export function openDestination(secretBox: SecretBox, deliveryId: string, sealed: Uint8Array): Destination {
  return JSON.parse(secretBox.open(sealed, destinationContext(deliveryId))) as Destination
}

/** What a sealed destination is bound to. */
export function destinationContext(deliveryId: string): string {
  return `webhook-delivery:${deliveryId}`
}

/** An address without what may be secret of it: its origin alone. */
export function maskAddress(url: string): string {
  return `${new URL(url).origin}/***`
}
