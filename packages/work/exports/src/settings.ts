import { listField, settings } from '@gleaner/runtime'

/** Settings of the gateway, which checks and tries destinations, and of the exporter. */
export const exportFields = settings('files', {
  EXPORT_FOLDERS: listField().describe(
    'folders that callers may name, or folders below them, as destinations of exports; mounted by the gateway and the exporter. Without any there are no such destinations',
  ),
})
