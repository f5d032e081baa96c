import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEgress, type Egress } from '@gleaner/egress'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { CHROMIUM } from '../browser/testing/chromium-path.ts'
import { identityFor } from '../identity/identity.ts'
import {
  type Fingerprint,
  type FingerprintRecorder,
  startFingerprintRecorder,
} from '../testing/fingerprint-recorder.ts'
import { type ClientHelloPrint, ja3Sorted, ja4 } from '../testing/read-client-hello.ts'
import { createStealthFetcher } from './fetcher.ts'

// What the installed Chromium sends is the truth that tier 3 is held against.
let recorder: FingerprintRecorder
let egress: Egress
let chromium: Fingerprint
let stealth: Fingerprint

beforeAll(async () => {
  recorder = await startFingerprintRecorder()
  egress = createEgress({ allow: `127.0.0.1:${recorder.port}` })
  chromium = await recordChromium()
  stealth = await recordStealth()
}, 60_000)

afterAll(async () => {
  await egress.close()
  await recorder.close()
})

/** Extensions that Chrome sends since a version after the one that tier 3 claims to be: trust anchor IDs. */
const NEWER = [0xca34]

describe('the greeting of tier 3 equals that of Chrome', () => {
  test('JA4, but for extensions of later versions', () => {
    expect(ja4(stealth.hello)).toBe(ja4(withoutNewer(chromium.hello)))
  })

  test('JA3, but for those and for the order of extensions that Chrome shuffles', () => {
    expect(ja3Sorted(stealth.hello)).toBe(ja3Sorted(withoutNewer(chromium.hello)))
  })

  test('all that a ClientHello offers, in order; the made-up extensions are what the library leaves out', () => {
    const { grease, ...offered } = stealth.hello
    const { grease: made, ...expected } = withoutNewer(chromium.hello)
    expect(offered).toEqual(expected)
    expect(grease).toEqual({ ciphers: made.ciphers, extensions: 0 })
  })

  test('the window of HTTP/2 and the values of its settings; the library names a frame size and no header table', () => {
    expect(stealth.http2.windowUpdate).toBe(chromium.http2.windowUpdate)
    const [headerTable, maxFrame] = [1, 5]
    const common = ({ http2 }: Fingerprint) =>
      http2.settings.filter(([id]) => id !== headerTable && id !== maxFrame)
    expect(common(stealth)).toEqual(common(chromium))
    expect(stealth.http2.settings.map(([id]) => id)).toEqual([2, 4, maxFrame, 6])
  })

  test('the order of headers, pseudo-headers included', () => {
    expect(stealth.headers.map(([name]) => name)).toEqual(chromium.headers.map(([name]) => name))
  })

  test('the values of headers that do not tell version, system or language', () => {
    const named = /^(sec-fetch-.*|upgrade-insecure-requests|accept-encoding|priority)$/
    const values = ({ headers }: Fingerprint) => headers.filter(([name]) => named.test(name))
    expect(values(stealth)).toEqual(values(chromium))
  })

  test('the brands of its version', () => {
    const brands = ({ headers }: Fingerprint) => headers.find(([name]) => name === 'sec-ch-ua')![1]
    const version = Number(/Chromium";v="(\d+)"/.exec(brands(chromium))![1])
    const { secChUa } = identityFor({ seed: 'x', chromeVersion: version }).clientHints
    // Chromium has no brand of its own beside the engine's; the others stand as Chrome would place them.
    const withoutOwn = secChUa.split(', ').filter((brand) => !brand.startsWith('"Google Chrome"'))
    expect(brands(chromium).split(', ').sort()).toEqual(withoutOwn.sort())
  })
})

function withoutNewer(hello: ClientHelloPrint): ClientHelloPrint {
  return { ...hello, extensions: hello.extensions.filter((type) => !NEWER.includes(type)) }
}

async function recordStealth(): Promise<Fingerprint> {
  const request = { url: recorder.url, method: 'GET' as const, maxBytes: 100_000 }
  // The greeting is that of a client that checks certificates; this one it refuses.
  const checking = createStealthFetcher({ egress })
  const refused = await checking.fetch(request, AbortSignal.timeout(20_000))
  expect(refused).toMatchObject({ kind: 'failed', reason: 'network_error', mayHaveBeenSent: false })
  const hello = recorder.lastHello()

  const trusting = createStealthFetcher({ egress, ignoreTlsErrors: true })
  const recorded = recorder.next()
  expect((await trusting.fetch(request, AbortSignal.timeout(20_000))).kind).toBe('page')
  await Promise.all([checking.close(), trusting.close()])
  return { ...(await recorded), hello }
}

async function recordChromium(): Promise<Fingerprint> {
  const folder = await mkdtemp(join(tmpdir(), 'fingerprint-'))
  const recorded = recorder.next()
  const flags = [
    '--headless=new',
    '--disable-gpu',
    '--ignore-certificate-errors',
    '--disable-background-networking',
    '--disable-quic',
  ]
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const browser = spawn(
    CHROMIUM,
    [...flags, ...asRoot, `--user-data-dir=${folder}`, '--dump-dom', recorder.url],
    { stdio: 'ignore' },
  )
  const gone = new Promise((resolve) => browser.once('close', resolve))
  try {
    return await recorded
  } finally {
    browser.kill('SIGKILL')
    await gone
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
