import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Answer } from './local-site.ts'

/** BotD and fpscanner as the modules that `FINGERPRINT_PAGE` loads, by path. */
export function detectorScripts(): Record<string, Answer> {
  return {
    '/botd.js': script(scriptOf('@fingerprintjs/botd', 'botd.esm.js')),
    '/fpscanner.js': script(scriptOf('fpscanner', 'fpScanner.es.js')),
  }
}

export function script(code: string | Buffer): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/javascript' })
    response.end(code)
  }
}

function scriptOf(name: string, file: string): Buffer {
  return readFileSync(join(dirname(createRequire(import.meta.url).resolve(name)), file))
}
