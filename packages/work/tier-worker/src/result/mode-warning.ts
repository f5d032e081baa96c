import type { Mode } from '@gleaner/contracts'
import type { FetchedPage } from '@gleaner/http-tiers'
import { type FileSignature, fileSignature } from '@gleaner/markup/file-signatures'

/** The modes for one kind of file, and what it takes to be one. */
const FILE_MODES: Partial<Record<Mode, { wants: string; fits: (file: FileSignature) => boolean }>> = {
  pdf: { wants: 'a PDF', fits: ({ type }) => type === 'application/pdf' },
  ocr: {
    wants: 'an image or a PDF',
    fits: ({ kind, type }) => kind === 'image' || type === 'application/pdf',
  },
}

/** What a caller is told whose mode is for one kind of file, when the target sent something else that could be read. */
export function modeWarning(mode: Mode, { body, headers }: FetchedPage): string | undefined {
  const asked = FILE_MODES[mode]
  if (!asked) return undefined
  const file = fileSignature(body)
  if (file && asked.fits(file)) return undefined
  const sent = file?.name ?? headers['content-type']?.split(';', 1)[0] ?? 'something of no known type'
  return `mode "${mode}" is for ${asked.wants}, and the target sent ${sent}: it was read as with mode "auto".`
}
