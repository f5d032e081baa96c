import {
  type IDataObject,
  type IHookFunctions,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  NodeConnectionTypes,
} from 'n8n-workflow'
import { ask, read } from '../shared/api.ts'
import { isFresh, isSigned, type Signed } from './signature.ts'

/** What is kept of the registration, by n8n, for as long as the workflow is active. */
interface Registration extends IDataObject {
  webhookId?: string
  secret?: string
  /** When the secret was last asked for, in milliseconds. */
  secretReadAt?: number
}

const NOT_FOUND = 404

export class GleanerTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Gleaner Trigger',
    name: 'gleanerTrigger',
    icon: { light: 'file:../../icons/gleaner.svg', dark: 'file:../../icons/gleaner.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{$parameter["events"].join(", ")}}',
    description: 'Starts the workflow when scrapes, batches or crawls end, or a watched page changes',
    defaults: { name: 'Gleaner Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'gleanerApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        required: true,
        options: [
          { name: 'Alert Fired', value: 'alert.fired' },
          { name: 'Alert Resolved', value: 'alert.resolved' },
          { name: 'Batch Completed', value: 'batch.completed' },
          { name: 'Crawl Completed', value: 'crawl.completed' },
          { name: 'Job Completed', value: 'job.completed' },
          { name: 'Job Failed', value: 'job.failed' },
          { name: 'Monitor Changed', value: 'monitor.changed' },
          { name: 'Schedule Completed', value: 'schedule.completed' },
        ],
        default: ['crawl.completed'],
        description: 'What starts the workflow. Jobs are single scrapes, and each page of a batch or crawl.',
      },
    ],
  }

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { webhookId } = registrationOf(this)
        if (webhookId === undefined) return false
        const reply = await ask(this, { path: `/webhooks/${webhookId}`, accept: [NOT_FOUND] })
        const { url, is_active } = reply.body as IDataObject
        if (reply.statusCode === 200 && is_active && url === this.getNodeWebhookUrl('default')) return true
        if (reply.statusCode === 200) await remove(this, webhookId)
        return false
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const body = {
          url: this.getNodeWebhookUrl('default'),
          events: this.getNodeParameter('events'),
          name: `n8n: ${this.getWorkflow().name ?? this.getWorkflow().id}`.replace(/\s+/g, ' ').slice(0, 100),
        } as IDataObject
        const { id, secret } = await read<{ id: string; secret: string }>(this, {
          method: 'POST',
          path: '/webhooks',
          body,
        })
        Object.assign(registrationOf(this), { webhookId: id, secret })
        return true
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const registration = registrationOf(this)
        if (registration.webhookId !== undefined) await remove(this, registration.webhookId)
        for (const name of Object.keys(registration)) delete registration[name]
        return true
      },
    },
  }

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    if (await isGenuine(this)) return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] }
    this.getResponseObject().status(401).json({ message: 'The signature is missing, old or not right.' })
    return { noWebhookResponse: true }
  }
}

async function remove(context: IHookFunctions, webhookId: string): Promise<void> {
  await ask(context, { method: 'DELETE', path: `/webhooks/${webhookId}`, accept: [NOT_FOUND] })
}

/** The secret changes when somebody rotates it: then it is read anew, once a minute at most, whoever knocks. */
async function isGenuine(context: IWebhookFunctions): Promise<boolean> {
  const signed = signedOf(context)
  if (signed === undefined || !isFresh(signed)) return false
  const registration = registrationOf(context)
  if (registration.secret !== undefined && isSigned(signed, registration.secret)) return true
  if (Date.now() - (registration.secretReadAt ?? 0) < 60_000) return false
  registration.secretReadAt = Date.now()
  const { secret } = await read<{ secret: string }>(context, { path: '/webhooks/secret' })
  registration.secret = secret
  return isSigned(signed, secret)
}

function signedOf(context: IWebhookFunctions): Signed | undefined {
  const { rawBody } = context.getRequestObject() as { rawBody?: Uint8Array }
  const headers = context.getHeaderData() as Record<string, string | undefined>
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = headers
  if (!rawBody || !id || !timestamp || !signatures) return undefined
  return { id, timestamp, signatures, body: rawBody }
}

function registrationOf(context: IHookFunctions | IWebhookFunctions): Registration {
  return context.getWorkflowStaticData('node') as Registration
}
