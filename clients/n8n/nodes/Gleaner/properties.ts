import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow'
import { RESOURCES } from './resources/index.ts'

/** The resource, its operations, and the fields of each operation. */
export const PROPERTIES: INodeProperties[] = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    options: RESOURCES.map(({ name, value }) => ({ name, value })),
    default: 'page',
  },
  ...RESOURCES.map(({ value: resource, usual, operations }): INodeProperties => {
    return {
      displayName: 'Operation',
      name: 'operation',
      type: 'options',
      noDataExpression: true,
      displayOptions: { show: { resource: [resource] } },
      options: operations.map(({ name, value, action, description }) => ({
        name,
        value,
        action,
        description,
      })),
      default: usual,
    }
  }),
  ...RESOURCES.flatMap(({ value: resource, operations }) =>
    operations.flatMap(({ value: operation, fields }) =>
      updateDisplayOptions({ show: { resource: [resource], operation: [operation] } }, fields),
    ),
  ),
]
