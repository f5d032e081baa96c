import type { Redis } from 'ioredis'
import { connectForShortCommands, connectRedis, type ShortCommandOptions } from './connection.ts'

/** Called with what was published; a message may be lost, doubled or late. */
export type Listener = (message: string) => void

/** The same for all that is published on a channel. */
export type ChannelListener = (key: string, message: string) => void

/** Messages over Redis, to whoever is subscribed at the moment on the same database. */
export interface PubSub {
  /**
   * Sends `message` to whoever has subscribed to `channel` for `key`, which holds no line feed. It is lost while Redis
   * is away: subscribers poll as well.
   */
  publish(channel: string, key: string, message: string): void
  /** Calls `listener` for every message on `channel` for `key` from the moment the returned promise resolves. */
  subscribe(channel: string, key: string, listener: Listener): Promise<Unsubscribe>
  /** The same for the messages of every key. */
  subscribeToAll(channel: string, listener: ChannelListener): Promise<Unsubscribe>
  /** Calls `listener` whenever messages come again after they may have been lost. */
  onResumed(listener: () => void): Unsubscribe
  close(): Promise<void>
}

export type Unsubscribe = () => void

/** A channel that nobody listens to is left after this time: the next request mostly wants the same one again. */
const LINGER_MS = 30_000

interface Channel {
  listeners: Map<string, Set<Listener>>
  listenersToAll: Set<ChannelListener>
  subscribed: Promise<unknown>
  leaving?: NodeJS.Timeout | undefined
}

/** A connection to publish with, and one of its own to listen on, opened when needed. */
export function createPubSub(options: ShortCommandOptions): PubSub {
  const { connection: publisher, leave } = connectForShortCommands(options)
  const channels = new Map<string, Channel>()
  const onResumed = new Set<() => void>()
  let subscriber: Redis | undefined
  // Redis shares its channels among all its databases.
  const nameOf = (channel: string) => `${publisher.options.db ?? 0}:${channel}`

  function openSubscriber(): Redis {
    if (subscriber) return subscriber
    const redis = connectRedis(options.redisUrl, 'request', options.onError)
    // The first connection and every reconnect: whoever listens by then is subscribed. Messages before it are lost.
    redis.on('ready', () => void resume(redis))
    redis.on('message', (name: string, text: string) => {
      const channel = channels.get(name)
      if (!channel) return
      const end = text.indexOf('\n')
      const [key, message] = [text.slice(0, end), text.slice(end + 1)]
      for (const listener of channel.listeners.get(key) ?? []) listener(message)
      for (const listener of channel.listenersToAll) listener(key, message)
    })
    subscriber = redis
    return redis
  }

  async function resume(redis: Redis): Promise<void> {
    if (channels.size === 0) return
    try {
      await redis.subscribe(...channels.keys())
      for (const listener of onResumed) listener()
    } catch (error) {
      options.onError(error as Error)
    }
  }

  function join(name: string): Channel {
    const known = channels.get(name)
    if (known) {
      clearTimeout(known.leaving)
      return known
    }
    const redis = openSubscriber()
    // Without Redis no message comes; the caller's poll still finds what it waits for.
    const subscribed =
      redis.status === 'ready' ? redis.subscribe(name).catch(options.onError) : Promise.resolve()
    const channel: Channel = { listeners: new Map(), listenersToAll: new Set(), subscribed }
    channels.set(name, channel)
    return channel
  }

  function leaveLater(name: string, channel: Channel): void {
    if (channel.listeners.size > 0 || channel.listenersToAll.size > 0) return
    channel.leaving = setTimeout(() => {
      channels.delete(name)
      subscriber?.unsubscribe(name).catch(() => {})
    }, LINGER_MS).unref()
  }

  return {
    publish(channel, key, message) {
      if (publisher.status !== 'ready') return
      publisher.publish(nameOf(channel), `${key}\n${message}`).catch(options.onError)
    },
    async subscribe(channelName, key, listener) {
      const name = nameOf(channelName)
      const channel = join(name)
      const listeners = channel.listeners.get(key) ?? new Set()
      channel.listeners.set(key, listeners.add(listener))
      await channel.subscribed
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return
        channel.listeners.delete(key)
        leaveLater(name, channel)
      }
    },
    async subscribeToAll(channelName, listener) {
      const name = nameOf(channelName)
      const channel = join(name)
      channel.listenersToAll.add(listener)
      await channel.subscribed
      return () => {
        if (channel.listenersToAll.delete(listener)) leaveLater(name, channel)
      }
    },
    onResumed(listener) {
      onResumed.add(listener)
      return () => onResumed.delete(listener)
    },
    async close() {
      for (const { leaving } of channels.values()) clearTimeout(leaving)
      channels.clear()
      leave()
      subscriber?.disconnect()
    },
  }
}
