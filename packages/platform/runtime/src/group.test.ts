import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { startGroup } from './group.ts'
import type { Beat, Service, ServiceDefinition } from './service.ts'

const ENV = { OPS_PORT: '0', LOG_LEVEL: 'silent', STOP_TIMEOUT_MS: '300' }

/** A service that writes down what happens to it. */
function recorded(name: string, events: string[], overrides: Partial<Service> = {}): ServiceDefinition {
  return {
    name,
    config: z.object({}),
    create: () => ({
      name,
      checks: {},
      start: async () => void events.push(`${name} starts`),
      stop: async () => void events.push(`${name} stops`),
      ...overrides,
    }),
  }
}

async function get(port: number, path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status: response.status, body: await response.text() }
}

describe('startGroup', () => {
  test('serves health, readiness with reasons, and metrics of all its services', async () => {
    let down = true
    const postgres = async () => {
      if (down) throw new Error('cannot reach postgres://u:hunter2@db/x')
    }
    const group = await startGroup(
      'front',
      [
        recorded('gateway', [], { checks: { postgres } }),
        recorded('scheduler', [], { checks: { redis: async () => {} } }),
      ],
      ENV,
    )
    try {
      expect(await get(group.opsPort, '/healthz')).toEqual({ status: 200, body: '{"status":"ok"}' })
      const red = await get(group.opsPort, '/readyz')
      expect(red.status).toBe(503)
      expect(JSON.parse(red.body).checks).toEqual({
        'gateway.postgres': 'cannot reach postgres://***@db/x',
        'scheduler.redis': 'ok',
      })
      down = false
      expect((await get(group.opsPort, '/readyz')).status).toBe(200)
      expect((await get(group.opsPort, '/metrics')).body).toContain('process_resident_memory_bytes')
      expect((await get(group.opsPort, '/else')).status).toBe(404)
    } finally {
      await group.stop()
    }
    await expect(get(group.opsPort, '/healthz')).rejects.toThrow()
  })

  test('is degraded, and serves, while a part of its work cannot be done', async () => {
    const redis = async () => {
      throw new Error('away')
    }
    const gateway = recorded('gateway', [], {
      checks: { postgres: async () => {} },
      partialChecks: { redis },
    })
    const group = await startGroup('front', [gateway, recorded('other', [])], ENV)
    const { status, body } = await get(group.opsPort, '/readyz')
    await group.stop()
    expect([status, JSON.parse(body)]).toEqual([
      200,
      { status: 'degraded', checks: { 'gateway.postgres': 'ok', 'gateway.redis': 'away' } },
    ])
  })

  test('serves for a while after a stop was asked for, not ready any more, where callers connect to it', async () => {
    const events: string[] = []
    const served = recorded('gateway', events, { drain: () => void events.push('gateway drains') })
    const env = { ...ENV, DRAIN_TIME: '1s' }
    const group = await startGroup('front', [served, recorded('other', events)], env)
    const draining = group.drain()
    const { status, body } = await get(group.opsPort, '/readyz')
    expect([status, JSON.parse(body).checks]).toEqual([503, { process: 'stopping' }])
    await draining
    expect(events).toEqual(['gateway starts', 'other starts', 'gateway drains'])
    await group.stop()
    const worker = await startGroup('worker', [recorded('other', [])], { ...ENV, DRAIN_TIME: '1h' })
    await worker.drain()
    await worker.stop()
  })

  test('has each service say how it is, with its reasons and figures, and in the end that it has stopped', async () => {
    const beats: Beat[] = []
    const both = Promise.withResolvers<void>()
    const report = async (beat: Beat) => {
      if (beats.push(beat) === 2) both.resolve()
    }
    const redis = async () => {
      throw new Error('away')
    }
    const figures = { readers: { alive: 1, lost: 2 } }
    const group = await startGroup(
      'front',
      [
        recorded('gateway', [], { partialChecks: { redis }, report, vitals: () => figures }),
        recorded('other', [], { report }),
      ],
      ENV,
    )
    await both.promise
    await group.stop()
    const gateway = beats.find(({ service }) => service === 'gateway')
    expect(gateway).toMatchObject({
      service: 'gateway',
      status: 'degraded',
      failing: { redis: 'away' },
      vitals: figures,
      pid: process.pid,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
    expect(
      beats
        .filter(({ status }) => status === 'stopped')
        .map(({ service, status, instance }) => [service, status, instance]),
    ).toEqual([
      ['gateway', 'stopped', gateway!.instance],
      ['other', 'stopped', gateway!.instance],
    ])
  })

  test('refuses a variable that is nearly a setting, before anything starts', async () => {
    const events: string[] = []
    const env = { ...ENV, STOP_TIMEOUT_M: '1s' }
    await expect(startGroup('g', [recorded('fine', events)], env)).rejects.toThrow(
      'STOP_TIMEOUT_M: there is no such setting; did you mean STOP_TIMEOUT_MS?',
    )
    expect(events).toEqual([])
  })

  test('calls a check that hangs a failed one', async () => {
    const group = await startGroup(
      'g',
      [recorded('a', [], { checks: { stuck: () => new Promise(() => {}) } })],
      ENV,
    )
    const answer = await get(group.opsPort, '/readyz')
    await group.stop()
    expect(answer.status).toBe(503)
    expect(answer.body).toContain('the check took longer than 2000 ms')
  })

  test('stops what it started when one service cannot start', async () => {
    const events: string[] = []
    const broken = recorded('broken', events, { start: () => Promise.reject(new Error('no queue')) })
    await expect(startGroup('g', [recorded('fine', events), broken], ENV)).rejects.toThrow('no queue')
    expect(events).toEqual(['fine starts', 'fine stops', 'broken stops'])
  })

  test('does not wait for ever for a service that will not stop', async () => {
    const group = await startGroup('g', [recorded('stuck', [], { stop: () => new Promise(() => {}) })], ENV)
    await expect(group.stop()).rejects.toThrow('stopping took longer than 300 ms')
  })

  test('names the service whose settings are at fault, before anything starts', async () => {
    const events: string[] = []
    const needy = { ...recorded('needy', events), config: z.object({ REDIS_URL: z.string() }) }
    await expect(startGroup('g', [recorded('fine', events), needy], ENV)).rejects.toThrow(
      /needy cannot start.*\n {2}REDIS_URL: is not set/,
    )
    expect(events).toEqual([])
  })
})
