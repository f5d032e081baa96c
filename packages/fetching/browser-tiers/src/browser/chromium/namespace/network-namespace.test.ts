import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createEgress, type Egress } from '@gleaner/egress'
import { startTestProxy, type TestProxy } from '@gleaner/http-tiers/testing/test-proxy'
import { eventually } from '@gleaner/testkit'
import { networkNamespace, root, where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../../fetcher.ts'
import { createBrowserPool } from '../../pool/pool.ts'
import { CHROMIUM } from '../../testing/chromium-path.ts'
import { type LocalSite, startLocalSite } from '../../testing/local-site.ts'
import { type Confinement, confine } from '../confinement.ts'

const LOGIN = { user: 'ann', password: 's3cret' }
/** Connects to each address (`host:port`, `\0name`), or sends a datagram to it, and prints what became of it. */
const KNOCK = String.raw`
  use strict; use Socket;
  my ($kind, @addresses) = @ARGV;
  for my $address (@addresses) {
    my ($host, $port) = $address =~ /^([\d.]+):(\d+)$/;
    my $to = $host ? pack_sockaddr_in($port, inet_aton($host)) : pack_sockaddr_un("\0$address");
    socket(my $socket, $host ? PF_INET : PF_UNIX, $kind eq 'udp' ? SOCK_DGRAM : SOCK_STREAM, 0) or die;
    my $done = $kind eq 'udp' ? defined send($socket, 'x', 0, $to) : connect($socket, $to);
    print $done ? "reached\n" : "$!\n";
  }`
/** Sends a request and prints the answer. */
const ASK = `
  use strict; use Socket;
  my ($host, $port, $text) = @ARGV;
  socket(my $socket, PF_INET, SOCK_STREAM, 0) or die;
  connect($socket, pack_sockaddr_in($port, inet_aton($host))) or die "$!";
  send($socket, $text, 0);
  print while <$socket>;`

where(networkNamespace()).describe('in a network namespace', () => {
  let folder: string
  let site: LocalSite
  let egress: Egress
  let confinement: Confinement
  let proxies: TestProxy[]

  beforeAll(async () => {
    folder = await mkdtemp('/tmp/confine-')
    await chmod(folder, 0o711)
    site = await startLocalSite({ '/page': `<p>${'Boats, ropes and nets. '.repeat(20)}</p>` })
    proxies = [await startTestProxy('http', LOGIN), await startTestProxy('http', LOGIN)]
    const places = [site.url, ...proxies.map(({ address }) => address)].map((url) => new URL(url).host)
    egress = createEgress({ allow: places.join() })
    confinement = await confine({ egress, networkNamespace: 'required', executablePath: CHROMIUM })
  })
  afterAll(async () => {
    await confinement.close()
    await egress.close()
    await Promise.all(proxies.map((proxy) => proxy.close()))
    await site.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** What a command prints that runs as a browser does. */
  async function run(...words: string[]): Promise<string> {
    const options = { env: { PATH: '/usr/bin:/bin' }, cwd: '/' }
    const { stdout } = await promisify(execFile)('/usr/bin/env', [...confinement.command, ...words], options)
    return stdout
  }

  const ask = (server: string, text: string) =>
    run('perl', '-e', ASK, new URL(server).hostname, new URL(server).port, text)
  const get = (path: string) =>
    `GET ${site.url}${path} HTTP/1.1\r\nhost: ${new URL(site.url).host}\r\nconnection: close\r\n\r\n`
  const throughProxy = ({ address }: TestProxy, user: string) =>
    address.replace('//', `//${user}:${LOGIN.password}@`)

  test('nothing of this machine is reached: no port, no datagram, no abstract socket', async () => {
    const reached: string[] = []
    const tcp = await listen(
      createServer(() => reached.push('tcp')),
      0,
    )
    const name = `gleaner-${process.pid}`
    const abstract = await listen(
      createServer(() => reached.push('abstract')),
      `\0${name}`,
    )
    const udp = createSocket('udp4', () => reached.push('udp'))
    await once(udp.bind(0, '0.0.0.0'), 'listening')
    const [tcpPort, udpPort] = [(tcp.address() as AddressInfo).port, udp.address().port]
    const streams = [`127.0.0.1:${tcpPort}`, `93.184.216.34:443`, `10.0.0.1:80`, name]
    const datagrams = ['93.184.216.34:53', '224.0.0.251:5353', '10.255.255.53:53', '255.255.255.255:67']

    // Outside, the same knocks arrive.
    const here = await promisify(execFile)('perl', ['-e', KNOCK, 'tcp', streams[0]!, name])
    await promisify(execFile)('perl', ['-e', KNOCK, 'udp', `127.0.0.1:${udpPort}`])
    expect(here.stdout).toBe('reached\nreached\n')
    await eventually(() => expect(reached.sort()).toEqual(['abstract', 'tcp', 'udp']))

    const unreachable = 'Network is unreachable\n'
    expect(await run('perl', '-e', KNOCK, 'tcp', ...streams)).toBe(
      `Connection refused\n${unreachable.repeat(2)}Connection refused\n`,
    )
    expect(await run('perl', '-e', KNOCK, 'udp', ...datagrams.slice(0, 3))).toBe(unreachable.repeat(3))
    await run('perl', '-e', KNOCK, 'udp', `127.0.0.1:${udpPort}`)
    expect(reached).toHaveLength(3)
    for (const one of [tcp, abstract, udp]) one.close()
  })

  test('each proxy route has an address of its own, and no other address leads anywhere', async () => {
    const [one, other] = proxies.map((proxy, index) => throughProxy(proxy, `ann-${index}`))
    const [direct, viaOne, viaOther] = await Promise.all([undefined, one, other].map(confinement.proxyServer))
    expect(new Set([direct, viaOne, viaOther]).size).toBe(3)
    expect(await confinement.proxyServer(one)).toBe(viaOne)

    expect(await ask(direct!, get('/page'))).toContain('Boats')
    expect(proxies.flatMap(({ carried }) => carried)).toEqual([])
    const answers = await Promise.all([viaOne, viaOther].map((server) => ask(server!, get('/page'))))
    for (const answer of answers) expect(answer).toContain('Boats')
    expect(proxies.map(({ carried }) => carried.map(({ user }) => user))).toEqual([['ann-0'], ['ann-1']])

    const { port } = new URL(direct!)
    expect(await ask(`http://127.77.0.1:${port}`, get('/page'))).toBe('')
    expect(await ask(direct!, get('/page').replace(site.url, 'http://127.0.0.1:1'))).toContain(' 403 ')
    await expect(confinement.proxyServer('http://10.0.0.1:3128')).rejects.toThrow('public address')
  })

  test('our environment cannot be read', async () => {
    const { stdout } = await promisify(execFile)('cat', [`/proc/${process.pid}/environ`])
    expect(stdout).toContain('PATH=')
    for (const file of ['environ', 'mem', 'fd/0', 'root/etc/hostname', 'cwd/package.json'])
      await expect(run('cat', `/proc/${process.pid}/${file}`)).rejects.toThrow('Permission denied')
  })

  where(root).test('files that are ours alone cannot be read', async () => {
    const files = { open: join(folder, 'open.json'), secret: join(folder, 'secrets.json') }
    await writeFile(files.open, 'for everybody', { mode: 0o644 })
    await writeFile(files.secret, 'for us', { mode: 0o600 })
    expect(await run('cat', files.open)).toBe('for everybody')
    await expect(run('cat', files.secret)).rejects.toThrow('Permission denied')
    await expect(run('ls', folder)).rejects.toThrow('Permission denied')
    await expect(run('kill', String(process.pid))).rejects.toThrow('not permitted')
  })

  where(root).test('a program that its user may not run is told at once', async () => {
    const executablePath = join(folder, 'chromium')
    await writeFile(executablePath, '#!/bin/sh\n', { mode: 0o700 })
    const made = await confine({ egress, executablePath })
    expect(made.warnings).toEqual([expect.stringContaining(`may not run ${executablePath}`)])
    await made.close()
  })

  test('nothing gives rights back', async () => {
    const status = await run('cat', '/proc/self/status')
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(status).toMatch(/^CapAmb:\s+0+$/m)
    await expect(run('nsenter', '--net=/proc/1/ns/net', 'true')).rejects.toThrow()
  })

  test('when its holder is ended, the next browser gets another one', async () => {
    const pool = createBrowserPool({
      egress,
      executablePath: CHROMIUM,
      tempRoot: folder,
      recycleAfterPages: 1,
    })
    const fetcher = createBrowserFetcher({ pool, profile: 'full' })
    const request = { url: `${site.url}/page`, method: 'GET', maxBytes: 1_000_000 } as const
    const visit = () => fetcher.fetch(request, AbortSignal.timeout(60_000))
    expect(await visit()).toMatchObject({ kind: 'page' })
    const first = await pool.confinement()
    process.kill(Number(/--target=(\d+)/.exec(first.command.join(' '))![1]), 'SIGKILL')
    await first.gone
    expect(await visit()).toMatchObject({ kind: 'page' })
    expect((await pool.confinement()).command).not.toEqual(first.command)
    await pool.close()
  })
})

async function listen(server: Server, where: number | string): Promise<Server> {
  await new Promise<void>((resolve) => {
    if (typeof where === 'string') server.listen(where, resolve)
    else server.listen(where, '0.0.0.0', resolve)
  })
  return server
}
