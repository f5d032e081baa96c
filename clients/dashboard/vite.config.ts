import { defineConfig } from 'vite'

/** React's names lead to Preact: a third of the bytes, and nothing writes styles into the page. */
const PREACT = {
  'react-dom/client': 'preact/compat/client',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  react: 'preact/compat',
}

export default defineConfig({
  // Where the gateway serves it.
  base: '/app/',
  resolve: { alias: PREACT },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2022',
    // The policy of the page allows no data: addresses and no polyfill that is written into the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', 'pointing.html'],
      // An area of words that a page does not say is not loaded with it.
      treeshake: { moduleSideEffects: [{ test: /\/src\/words\//, sideEffects: false }] },
      // Libraries mark what runs on servers too.
      onLog: (level, log, report) => log.code === 'MODULE_LEVEL_DIRECTIVE' || report(level, log),
    },
  },
  server: {
    proxy: { '/api': { target: process.env.GLEANER_URL ?? 'http://localhost:8080', ws: true } },
  },
})
