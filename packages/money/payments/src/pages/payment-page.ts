import { join } from 'node:path'
import type { Html } from '@gleaner/security/html'

/** What a page of payments says. The gateway puts it into the frame of its pages. */
export interface PaymentPage {
  title: string
  body: Html
  /** Paths of files. */
  styles: readonly string[]
  /** Whether its form is sent to us. */
  sendsForm?: boolean
}

export const PAYMENT_STYLES = [join(import.meta.dirname, 'payment-page.css')]

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

export function money(cents: number): string {
  return dollars.format(cents / 100)
}

export function count(value: number): string {
  return value.toLocaleString('en-US')
}

/** A day in UTC: `November 22, 2026`. */
export function day(date: Date): string {
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}
