import type { AreaExamples } from './endpoint-example.ts'

const archive = {
  enabled: true,
  retention_days: 90,
  pages: 12_480,
  bytes: 201_326_592,
  limit_bytes: 5_368_709_120,
}

export const pageArchive: AreaExamples = {
  getArchive: { replies: { 200: archive } },
  setArchive: { body: { enabled: true, retention_days: 90 }, replies: { 200: archive } },
  emptyArchive: {},
}
