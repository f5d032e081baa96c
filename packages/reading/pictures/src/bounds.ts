import { MEGABYTE } from '@gleaner/runtime/units'

/** Of a picture that is read: what screenshots have at most (`screenshot-pdf.ts` of browser-tiers). */
export const READ = { bytes: 50 * MEGABYTE, pixels: 33 * MEGABYTE }

/** Of a picture that is made. */
export const MADE = { bytes: 8 * MEGABYTE, pixels: 24_000_000, side: 16_384 }

/** Of its two halves: screens of today show both beside each other. */
export const PANE_WIDTH = 1_200

/** The process's own answer that a picture is none, or too large; all others are accidents. */
export const UNREADABLE_EXIT = 3
