import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeApiError,
  NodeConnectionTypes,
  NodeOperationError,
} from 'n8n-workflow'
import type { Operation } from './operation.ts'
import { PROPERTIES } from './properties.ts'
import { RESOURCES } from './resources/index.ts'

export class Gleaner implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Gleaner',
    name: 'gleaner',
    icon: { light: 'file:../../icons/gleaner.svg', dark: 'file:../../icons/gleaner.dark.svg' },
    group: ['input'],
    version: 1,
    subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
    description: 'Scrape pages, crawl and map sites, search, and extract fields',
    defaults: { name: 'Gleaner' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'gleanerApi', required: true }],
    properties: PROPERTIES,
  }

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    const inputs = this.getInputData().length
    const operation = operationOf(this, 0)
    if (operation.isForAll?.(this)) return [await runForAll(this, operation, inputs)]
    const outputs: INodeExecutionData[] = []
    for (let itemIndex = 0; itemIndex < inputs; itemIndex++) {
      try {
        const given = await operationOf(this, itemIndex).run(this, itemIndex)
        outputs.push(...given.map(({ json }) => ({ json, pairedItem: { item: itemIndex } })))
      } catch (error) {
        if (this.continueOnFail()) {
          outputs.push({ ...failureOf(error), pairedItem: { item: itemIndex } })
          continue
        }
        throw nodeError(this, error, itemIndex)
      }
    }
    return [outputs]
  }
}

function operationOf(context: IExecuteFunctions, itemIndex: number): Operation {
  const [resource, operation] = ['resource', 'operation'].map((name) =>
    context.getNodeParameter(name, itemIndex),
  )
  const found = RESOURCES.find(({ value }) => value === resource)?.operations.find(
    ({ value }) => value === operation,
  )
  if (found) return found
  throw new NodeOperationError(context.getNode(), `There is no operation '${operation}' of '${resource}'`, {
    description: 'Choose the resource and the operation from their lists.',
    itemIndex,
  })
}

async function runForAll(
  context: IExecuteFunctions,
  operation: Operation,
  inputs: number,
): Promise<INodeExecutionData[]> {
  try {
    const outputs = await operation.runForAll!(context, inputs)
    return outputs.map(({ json, itemIndex = 0 }) => ({ json, pairedItem: { item: itemIndex } }))
  } catch (error) {
    if (!context.continueOnFail()) throw nodeError(context, error, 0)
    const all = Array.from({ length: inputs }, (_, item) => ({ item }))
    return [{ ...failureOf(error), pairedItem: all }]
  }
}

/** What a workflow that goes on after errors is given. */
function failureOf(error: unknown): INodeExecutionData {
  const { message, description } = error as Error & { description?: string | null }
  return { json: { error: message, ...(description ? { description } : {}) } }
}

function nodeError(context: IExecuteFunctions, error: unknown, itemIndex: number): Error {
  if (error instanceof NodeApiError || error instanceof NodeOperationError) return error
  return new NodeOperationError(context.getNode(), error as Error, { itemIndex })
}
