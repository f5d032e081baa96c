const WORDS = `<p>${'A page that wants more than its share. '.repeat(10)}</p>`

/** What a page does to get more memory or time than its share; `forever` repeats an expression, which must not throw. */
export const forever = (code: string) =>
  `<script>window.kept = []; setInterval(() => { ${code} }, 10)</script>`
export const inWorkers = (count: number, code: string) =>
  `<script>for (let i = 0; i < ${count}; i++) new Worker(URL.createObjectURL(new Blob([${JSON.stringify(code)}])))</script>`

export interface HostilePage {
  html: string
  /** What a caller asks for beside the page. */
  browser?: { screenshot?: boolean; pdf?: boolean; captureXhr?: boolean }
  /** How it ends: its budget's name in the message, or delivered without harm; `any` where both are well. */
  ends: RegExp | 'page' | 'too_large' | 'any'
  /** Budget of its memory in MB, where it is not that which is tried. */
  memoryMb?: number
}

const MEMORY = /MB of memory/
const CPU = /s of CPU time/
const PROTOCOL = /to the debugger/

export const HOSTILE_PAGES: Record<string, HostilePage> = {
  'array buffers': { html: forever('kept.push(new Uint8Array(64 * 2 ** 20).fill(1))'), ends: MEMORY },
  'objects of the heap': {
    html: forever('for (let i = 0; i < 10; i++) kept.push(new Array(1e6).fill(1.5))'),
    ends: MEMORY,
  },
  'objects of workers': {
    html: inWorkers(
      4,
      'const kept = []; setInterval(() => kept.push(new Uint8Array(32 * 2 ** 20).fill(1)), 10)',
    ),
    ends: MEMORY,
  },
  WebAssembly: {
    html: forever(
      'const m = new WebAssembly.Memory({ initial: 1024 }); new Uint8Array(m.buffer).fill(1); kept.push(m)',
    ),
    ends: MEMORY,
  },
  canvases: {
    html: forever(
      "const c = new OffscreenCanvas(4000, 4000); const x = c.getContext('2d'); x.fillRect(0, 0, 4000, 4000); kept.push(c)",
    ),
    ends: MEMORY,
  },
  textures: {
    html: forever(
      "window.g ??= document.createElement('canvas').getContext('webgl2'); const t = g.createTexture(); g.bindTexture(g.TEXTURE_2D, t); g.texImage2D(g.TEXTURE_2D, 0, g.RGBA, 4096, 4096, 0, g.RGBA, g.UNSIGNED_BYTE, new Uint8Array(4096 * 4096 * 4).fill(7)); kept.push(t)",
    ),
    ends: MEMORY,
  },
  blobs: {
    html: forever('kept.push(new Blob([new Uint8Array(32 * 2 ** 20).fill(1)]))'),
    ends: MEMORY,
  },
  'text nodes': {
    html: forever("document.body.append('x'.repeat(16 * 2 ** 20))"),
    ends: MEMORY,
  },
  'a worker that spins': { html: inWorkers(2, 'for (;;);'), ends: CPU },
  'a script that spins': { html: '<script>setTimeout(() => { for (;;); }, 50)</script>', ends: CPU },
  'a document of 60 MB': {
    memoryMb: 1024,
    html: "<script>document.body.append(document.createComment('x'.repeat(60 * 2 ** 20)))</script>",
    ends: 'too_large',
  },
  'a post of 90 MB of control characters': {
    memoryMb: 1024,
    html: "<script>fetch('/sink', { method: 'POST', body: '\\u0001'.repeat(90 * 2 ** 20) })</script>",
    ends: 'page',
  },
  'a form of 22 MB of control characters': {
    memoryMb: 1024,
    html: `<form method="post" action="/sink" enctype="text/plain"><input type="hidden" name="t"></form>
      <script>setTimeout(() => { document.querySelector('input').value = '\\u0001'.repeat(22 * 2 ** 20); document.forms[0].submit() }, 50)</script>`,
    ends: PROTOCOL,
  },
}

/** The page as it is served: its words are enough to be read. */
export function hostileHtml(name: string, page = HOSTILE_PAGES[name]!): string {
  return `<!doctype html><title>${name}</title><body>${WORDS}${page.html}`
}
