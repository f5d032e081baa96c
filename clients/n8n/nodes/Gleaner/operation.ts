import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow'

/** What an operation gives: an item of the output, and which input it is of, where that is not the one that it ran for. */
export interface Output {
  json: IDataObject
  itemIndex?: number
}

export interface Operation {
  value: string
  name: string
  /** As the list of actions shows it. */
  action: string
  description: string
  /** Shown for this operation alone. */
  fields: INodeProperties[]
  /** Runs once for each input. */
  run(context: IExecuteFunctions, itemIndex: number): Promise<Output[]>
  /** Where it may run once for all inputs: whether it is to. */
  isForAll?(context: IExecuteFunctions): boolean
  /** Its run for all inputs. */
  runForAll?(context: IExecuteFunctions, inputs: number): Promise<Output[]>
}

export interface Resource {
  value: string
  name: string
  /** What a new node does. */
  usual: string
  operations: Operation[]
}
