import type { Redis } from 'ioredis'
import { connectRedis } from './connection.ts'

/** Called with what was rung along; a ring may be lost, doubled or late. */
export type Listener = (message: string) => void

export interface Bells {
  /**
   * Tells whoever listens on `channel` for `key`, which holds no line feed. A ring that Redis cannot carry is lost:
   * readers poll behind it.
   */
  ring(channel: string, key: string, message: string): void
  /** Calls `listener` for every ring on `channel` for `key` from the moment the returned promise resolves. */
  listen(channel: string, key: string, listener: Listener): Promise<StopListening>
  close(): Promise<void>
}

export type StopListening = () => void

/** A channel that nobody listens on is left after this time: the next request mostly wants the same one again. */
const LINGER_MS = 30_000

interface Channel {
  listeners: Map<string, Set<Listener>>
  subscribed: Promise<unknown>
  leaving?: NodeJS.Timeout | undefined
}

/** Rings over Redis pub/sub: a connection to ring with, and one of its own to listen on, opened when needed. */
export function createBells(options: { redisUrl: string; onError: (error: Error) => void }): Bells {
  const ringer = connectRedis(options.redisUrl, 'request', options.onError)
  const channels = new Map<string, Channel>()
  let ear: Redis | undefined

  function openEar(): Redis {
    if (ear) return ear
    const redis = connectRedis(options.redisUrl, 'request', options.onError)
    // The first connection and every reconnect: whoever listens by then is subscribed. Rings before it are lost.
    redis.on('ready', () => {
      if (channels.size > 0) redis.subscribe(...channels.keys()).catch(options.onError)
    })
    redis.on('message', (name: string, text: string) => {
      const end = text.indexOf('\n')
      const listeners = channels.get(name)?.listeners.get(text.slice(0, end))
      for (const listener of listeners ?? []) listener(text.slice(end + 1))
    })
    ear = redis
    return redis
  }

  function join(name: string): Channel {
    const known = channels.get(name)
    if (known) {
      clearTimeout(known.leaving)
      return known
    }
    const redis = openEar()
    // Without Redis nothing rings; the caller's poll still finds what it waits for.
    const subscribed =
      redis.status === 'ready' ? redis.subscribe(name).catch(options.onError) : Promise.resolve()
    const channel: Channel = { listeners: new Map(), subscribed }
    channels.set(name, channel)
    return channel
  }

  function leaveLater(name: string, channel: Channel): void {
    channel.leaving = setTimeout(() => {
      channels.delete(name)
      ear?.unsubscribe(name).catch(() => {})
    }, LINGER_MS).unref()
  }

  return {
    ring(channel, key, message) {
      if (ringer.status !== 'ready') return
      ringer.publish(channel, `${key}\n${message}`).catch(options.onError)
    },
    async listen(name, key, listener) {
      const channel = join(name)
      const listeners = channel.listeners.get(key) ?? new Set()
      channel.listeners.set(key, listeners.add(listener))
      await channel.subscribed
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        channel.listeners.delete(key)
        if (channel.listeners.size === 0) leaveLater(name, channel)
      }
    },
    async close() {
      for (const { leaving } of channels.values()) clearTimeout(leaving)
      channels.clear()
      ringer.disconnect()
      ear?.disconnect()
    },
  }
}
