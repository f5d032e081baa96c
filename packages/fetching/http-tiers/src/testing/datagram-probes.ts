/**
 * Pages that try to send something else than a request through their proxy: ICE candidates and servers of every kind,
 * hints, QUIC, discovery. Whatever name they give ends with this one.
 */
export const NAMED = 'probe.example'

const PEERS = (config: string) => `
  const [one, other] = [new RTCPeerConnection(${config}), new RTCPeerConnection(${config})]
  one.createDataChannel('x')
  await one.setLocalDescription(await one.createOffer())
  await other.setRemoteDescription(one.localDescription)
  await other.setLocalDescription(await other.createAnswer())
  await one.setRemoteDescription(other.localDescription)`

/** A connection between two peers of this page, with remote candidates of the page's choice. */
function peers(candidates: readonly string[], config = '{}'): string {
  const add = candidates.map(
    (candidate) =>
      `await one.addIceCandidate({ candidate: 'candidate:1 1 ${candidate}', sdpMid: '0' }).catch(() => {})`,
  )
  return `<script type="module">${PEERS(config)}\n${add.join('\n')}</script>`
}

const udp = (host: string) => `udp 2113937151 ${host} 5000 typ host`
const tcp = (host: string) => `tcp 2113937151 ${host} 443 typ host tcptype passive`
const LITERALS = ['93.184.216.34', '10.77.0.1', '127.0.0.1', '224.0.0.251', '2606:2800:220:1::1', 'ff02::fb']
const SERVERS = ['stun:', 'turn:', 'turns:'].flatMap((scheme) => [
  { urls: `${scheme}server.${NAMED}`, username: 'a', credential: 'b' },
  { urls: `${scheme}93.184.216.34`, username: 'a', credential: 'b' },
  ...(scheme === 'stun:'
    ? []
    : [{ urls: `${scheme}tcp.${NAMED}?transport=tcp`, username: 'a', credential: 'b' }]),
])

export const DATAGRAM_PROBES: Record<string, string> = {
  'ice-local-name': peers(
    ['0d5a1f3c-1111-4222-8333-444455556666.local', 'a.b.local', 'x.LOCAL', 'y.local.'].map(udp),
  ),
  'ice-name': peers([udp(`ice.${NAMED}`), tcp(`ice-tcp.${NAMED}`), udp('localhost'), udp('router')]),
  'ice-literal': peers([...LITERALS.map(udp), ...LITERALS.map(tcp)]),
  'ice-servers': peers([], JSON.stringify({ iceServers: SERVERS, iceCandidatePoolSize: 4 })),
  hints: [
    'dns-prefetch',
    'preconnect',
    'prefetch',
    'prerender',
    'modulepreload',
    'preload',
    'icon',
    'manifest',
  ]
    .map((kind) => `<link rel="${kind}" as="script" href="https://${kind}.${NAMED}/">`)
    .concat('<meta http-equiv="x-dns-prefetch-control" content="on">', `<a href="https://a.${NAMED}/">a</a>`)
    .join(''),
  speculation: `<script type="speculationrules">${JSON.stringify({
    prerender: [{ urls: ['/fetch?prerendered'], eagerness: 'immediate' }],
    prefetch: [
      { urls: [`https://spec.${NAMED}/`], eagerness: 'immediate' },
      {
        urls: [`https://anonymous.${NAMED}/`],
        requires: ['anonymous-client-ip-when-cross-origin'],
        eagerness: 'immediate',
      },
    ],
  })}</script>`,
  webtransport: `<script>for (const host of ['wt.${NAMED}', '93.184.216.34', '10.77.0.1:4433', '127.0.0.1:4433', '[::1]:4433'])
    for (const options of [undefined, { serverCertificateHashes: [{ algorithm: 'sha-256', value: new Uint8Array(32) }] }])
      try { new WebTransport('https://' + host + '/', options).ready.catch(() => {}) } catch {}</script>`,
  sockets: `<script>for (const host of ['ws.${NAMED}', '93.184.216.34', 'printer.local', 'wpad'])
    for (const scheme of ['ws', 'wss']) new WebSocket(scheme + '://' + host + '/')</script>`,
  fetch: `<script>for (const host of ['f.${NAMED}', 'printer.local', 'wpad', '93.184.216.34', '[2606:2800:220:1::1]', '10.77.0.1:53'])
    for (const scheme of ['http', 'https']) fetch(scheme + '://' + host + '/', { mode: 'no-cors', keepalive: true }).catch(() => {})
    navigator.sendBeacon('https://beacon.${NAMED}/', 'x')</script>`,
  discovery: `<video src="https://video.${NAMED}/x.mp4"></video><script>
    const quietly = async (run) => { try { await run() } catch {} }
    quietly(() => new PresentationRequest(['https://cast.${NAMED}/', 'cast:0F5096E8']).getAvailability())
    quietly(() => document.querySelector('video').remote.watchAvailability(() => {}))
    quietly(() => navigator.geolocation.getCurrentPosition(() => {}))
    quietly(() => new webkitSpeechRecognition().start())
    quietly(() => speechSynthesis.speak(new SpeechSynthesisUtterance('x')))
    quietly(() => navigator.requestMediaKeySystemAccess('com.widevine.alpha', [{ videoCapabilities: [{ contentType: 'video/mp4; codecs="avc1.42E01E"' }] }]))
    quietly(() => navigator.credentials.get({ identity: { providers: [{ configURL: 'https://idp.${NAMED}/x.json', clientId: '1' }] } }))
    quietly(() => Translator.create({ sourceLanguage: 'en', targetLanguage: 'de' }))
    quietly(() => LanguageModel.create())
    quietly(() => navigator.joinAdInterestGroup({ owner: location.origin, name: 'x' }, 60))</script>`,
  form: `<form action="https://form.${NAMED}/"><input name="email" type="email" autocomplete="email">
    <input type="password" autocomplete="current-password"><textarea id="text" spellcheck="true"></textarea></form>
    <p lang="de">Ein deutscher Text, den jemand übersetzen möchte. Ein deutscher Text, den jemand übersetzen möchte.</p>
    <script>text.focus(); document.execCommand('insertText', false, 'anuther wrd thsi ')</script>`,
}
