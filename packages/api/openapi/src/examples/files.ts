import type { AreaExamples } from './endpoint-example.ts'

export const files: AreaExamples = {
  downloadFile: { params: { key: '2026/11/22/0a1b2c3d4e5f60718293a4b5c6d7e8f9.png' } },
}
