import type { ApiFormat } from '../../../api/choices.ts'

/** Every format of the API, what people ask for most first. */
export const FORMATS = [
  'markdown',
  'text',
  'html',
  'json',
  'json_v2',
  'rag',
  'tables',
  'links',
  'images',
  'content',
  'raw',
  'bytes',
  'change_tracking',
  'summary',
] as const satisfies readonly ApiFormat[]
export type Format = (typeof FORMATS)[number]
