import { encode } from 'uqr'
import './account.css'

/** Modules of light around the code, which readers need (ISO/IEC 18004). */
const BORDER = 4

/** A text as a QR code: one path of squares, dark on light in both themes, as readers want it. */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: BORDER, ecc: 'M' })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      class="qr-code"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shape-rendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
