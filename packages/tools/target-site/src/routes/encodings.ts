import type { Transform } from 'node:stream'
import {
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { MEGABYTE } from '@gleaner/runtime/units'
import { layout } from '../layout.ts'
import { HTML, send } from '../respond.ts'
import { type Exchange, numberOf, type Route, type RouteGroup } from '../route.ts'

const CODINGS: Record<string, (bytes: Buffer) => Buffer> = {
  gzip: gzipSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
  deflate: deflateSync,
}
/** Routes whose bodies are compressed, wrongly compressed, or far larger than they look. */
export function encodingRoutes(): RouteGroup {
  return {
    title: 'Compressed bodies',
    routes: [
      ...Object.keys(CODINGS).map(compressed),
      {
        path: '/bad-gzip',
        about: 'Claims to be gzip, and is not.',
        handle: ({ response }) =>
          send(
            response,
            200,
            { ...HTML, 'content-encoding': 'gzip' },
            layout('Not gzip', '<p>Plain after all.</p>'),
          ),
      },
      bomb('/bomb', 'gzip', () => createGzip({ level: 9 })),
      bomb('/bomb-br', 'br', () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })),
    ],
  }
}

function compressed(coding: string): Route {
  const text = `<p>This page is sent with <code>content-encoding: ${coding}</code>. Rope, tar and canvas are sold on
the quay from eight in the morning; whoever comes before seven helps to unload and gets a discount.</p>`
  const body = CODINGS[coding]!(Buffer.from(layout(`Sent as ${coding}`, text)))
  return {
    path: `/${coding}`,
    about: `A page compressed with ${coding}.`,
    handle: ({ response }) => send(response, 200, { ...HTML, 'content-encoding': coding }, body),
  }
}

function bomb(path: string, coding: string, create: () => Transform): Route {
  return {
    path,
    about: `<code>?mb=</code> megabytes (default 200) of one letter, as a few kilobytes of ${coding}.`,
    handle: ({ response, url }: Exchange) => {
      response.writeHead(200, { ...HTML, 'content-encoding': coding })
      const compressor = create()
      compressor.pipe(response)
      response.once('close', () => compressor.destroy())
      compressor.on('error', () => response.destroy())
      compressor.write('<!doctype html><html><head><title>Big</title></head><body><p>')
      pour(compressor, numberOf(url, 'mb', 200, 2_000))
    },
  }
}

function pour(into: Transform, megabytes: number): void {
  const block = Buffer.alloc(MEGABYTE, 'a')
  let left = megabytes
  const more = () => {
    while (left-- > 0) if (!into.write(block)) return void into.once('drain', more)
    into.end('</p></body></html>')
  }
  more()
}
