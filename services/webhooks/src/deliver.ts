import { HEADERS } from '@gleaner/contracts/headers'
import {
  type AttemptOutcome,
  type ClaimedDelivery,
  type DeliveryAttempt,
  pauseAskedFor,
  retryDelay,
  signWebhook,
  webhookIdOf,
} from '@gleaner/outgoing-webhooks'
import type { LaneHealth } from './lane-health.ts'
import type { Answer, Sender } from './send-webhook.ts'
import { shownAnswer, shownRequest } from './shown-exchange.ts'

export interface DeliverContext {
  sender: Sender
  health: LaneHealth
  /** Pauses before the second and the third attempt. */
  retryDelaysMs: readonly number[]
}

/** A delivery with all that is sent. */
export interface PreparedDelivery {
  delivery: ClaimedDelivery
  url: string
  body: Buffer
  headers?: Record<string, string> | undefined
  /** What its owner has it carry; no other header of ours has one of these names. */
  ownHeaders?: Readonly<Record<string, string>> | undefined
  /** What it is signed with; none where its receiver is a service that verifies nothing. */
  secrets?: readonly [string, ...string[]]
}

/** Attempts a delivery once. Whatever goes wrong is part of what it returns. */
export async function deliver(
  { sender, health, retryDelaysMs }: DeliverContext,
  { delivery, url, body, headers, ownHeaders, secrets }: PreparedDelivery,
): Promise<DeliveryAttempt> {
  const startedAt = new Date()
  const timestamp = Math.floor(startedAt.getTime() / 1_000)
  const id = webhookIdOf(delivery.replayOf ?? delivery.id)
  const signature = {
    ...headers,
    ...askedBy(delivery, ownHeaders),
    ...(secrets && signWebhook({ id, timestamp, body, secrets })),
  }
  const answer = await sender.send(url, { ...ownHeaders, ...signature }, body)
  learn(health, delivery, answer)
  return {
    delivery,
    outcome: outcomeOf(answer),
    statusCode: answer.statusCode,
    error: answer.error,
    startedAt,
    sent: shownRequest(body, signature, ownHeaders),
    // Whose address is a secret may repeat it.
    answer: delivery.destination === null ? shownAnswer(answer.text ?? '', ownHeaders) : undefined,
    durationMs: answer.durationMs,
    retryDelayMs: retryDelay(delivery.attempts + 1, answer.retryAfter, retryDelaysMs),
  }
}

/** Which request asked for the work that it tells of. Another service's channel is told what it knows alone; an owner's header of this name stands. */
function askedBy({ requestId, channel }: ClaimedDelivery, ownHeaders: PreparedDelivery['ownHeaders'] = {}) {
  const name = HEADERS.requestId.toLowerCase()
  const isTaken = Object.keys(ownHeaders).some((own) => own.toLowerCase() === name)
  return requestId === null || channel !== null || isTaken ? {} : { [name]: requestId }
}

/** 410 is the answer of a receiver that is gone for good (Standard Webhooks, "Deliverability and reliability"). */
function outcomeOf({ error, statusCode }: Answer): AttemptOutcome {
  if (error === undefined) return 'delivered'
  return statusCode === 410 ? 'given-up' : 'failed'
}

const OVERLOADED: ReadonlySet<number | undefined> = new Set([429, 503])

function learn(health: LaneHealth, delivery: ClaimedDelivery, answer: Answer): void {
  if (answer.isTimeout) health.stalled(delivery)
  else health.answered(delivery)
  if (OVERLOADED.has(answer.statusCode)) health.pause(delivery, pauseAskedFor(answer.retryAfter))
}
