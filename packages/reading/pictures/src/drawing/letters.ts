import { type Colour, fillBox, type Raster } from './raster.ts'

/** Seven rows of five dots each: machines that serve have no fonts. */
const DOTS: Readonly<Record<string, string>> = {
  A: '01110 10001 10001 11111 10001 10001 10001',
  B: '11110 10001 10001 11110 10001 10001 11110',
  C: '01110 10001 10000 10000 10000 10001 01110',
  E: '11111 10000 10000 11110 10000 10000 11111',
  F: '11111 10000 10000 11110 10000 10000 10000',
  O: '01110 10001 10001 10001 10001 10001 01110',
  R: '11110 10001 10001 11110 10100 10010 10001',
  T: '11111 00100 00100 00100 00100 00100 00100',
  U: '10001 10001 10001 10001 10001 10001 01110',
  0: '01110 10001 10011 10101 11001 10001 01110',
  1: '00100 01100 00100 00100 00100 00100 01110',
  2: '01110 10001 00001 00110 01000 10000 11111',
  3: '11110 00001 00001 01110 00001 00001 11110',
  4: '00010 00110 01010 10010 11111 00010 00010',
  5: '11111 10000 11110 00001 00001 10001 01110',
  6: '00110 01000 10000 11110 10001 10001 01110',
  7: '11111 00001 00010 00100 01000 01000 01000',
  8: '01110 10001 10001 01110 10001 10001 01110',
  9: '01110 10001 10001 01111 00001 00010 01100',
  '-': '00000 00000 00000 11111 00000 00000 00000',
  ':': '00000 00100 00000 00000 00000 00100 00000',
}
const ADVANCE = 6

/** Writes capitals, digits, `-`, `:` and spaces; a dot is a square of `scale` pixels. */
export function writeText(
  raster: Raster,
  text: string,
  { left, top, scale, colour }: { left: number; top: number; scale: number; colour: Colour },
): void {
  for (const [place, letter] of [...text].entries())
    for (const [row, dots] of (DOTS[letter]?.split(' ') ?? []).entries())
      for (const [column, dot] of [...dots].entries()) {
        if (dot === '0') continue
        const x = left + (place * ADVANCE + column) * scale
        const y = top + row * scale
        fillBox(raster, { left: x, top: y, right: x + scale, bottom: y + scale }, colour)
      }
}

export const textWidth = (text: string, scale: number): number => text.length * ADVANCE * scale
