import type { Redis } from 'ioredis'
import { connectRedis } from './connection.ts'

/** Called with what was rung along; a ring may be lost, doubled or late. */
export type Listener = (message: string) => void

export interface Bells {
  /** Tells whoever listens on `channel`. A ring that Redis cannot carry is lost: readers poll behind it. */
  ring(channel: string, message: string): void
  /** Calls `listener` for every ring on `channel` from the moment the returned promise resolves. */
  listen(channel: string, listener: Listener): Promise<StopListening>
  close(): Promise<void>
}

export type StopListening = () => void

/** Rings over Redis pub/sub: a connection to ring with, and one of its own to listen on, opened when needed. */
export function createBells(options: { redisUrl: string; onError: (error: Error) => void }): Bells {
  const ringer = connectRedis(options.redisUrl, 'request', options.onError)
  const listeners = new Map<string, Set<Listener>>()
  let ear: Redis | undefined

  const openEar = (): Redis => {
    if (ear) return ear
    const redis = connectRedis(options.redisUrl, 'request', options.onError)
    // The first connection and every reconnect: whoever listens by then is subscribed. Rings before it are lost.
    redis.on('ready', () => {
      if (listeners.size > 0) redis.subscribe(...listeners.keys()).catch(options.onError)
    })
    ear = redis
    ear.on('message', (channel: string, message: string) => {
      for (const listener of listeners.get(channel) ?? []) listener(message)
    })
    return ear
  }

  const stopListening = (channel: string, listener: Listener) => {
    const onChannel = listeners.get(channel)
    if (!onChannel?.delete(listener) || onChannel.size > 0) return
    listeners.delete(channel)
    ear?.unsubscribe(channel).catch(() => {})
  }

  return {
    ring(channel, message) {
      if (ringer.status !== 'ready') return
      ringer.publish(channel, message).catch(options.onError)
    },
    async listen(channel, listener) {
      const redis = openEar()
      const onChannel = listeners.get(channel)
      if (onChannel) onChannel.add(listener)
      else {
        listeners.set(channel, new Set([listener]))
        // Without Redis nothing rings; the caller's poll still finds what it waits for.
        if (redis.status === 'ready') await redis.subscribe(channel).catch(options.onError)
      }
      return () => stopListening(channel, listener)
    },
    async close() {
      listeners.clear()
      ringer.disconnect()
      ear?.disconnect()
    },
  }
}
