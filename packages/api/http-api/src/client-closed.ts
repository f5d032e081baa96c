import type { Response } from 'express'

/** nginx's status for a request whose caller closed the connection before the reply was complete; it is never sent. */
export const CLIENT_CLOSED_STATUS = 499

/** The caller has left, or takes nothing of the reply: no fault of ours, and nobody to answer. */
export class ClientClosed extends Error {
  override readonly name = 'ClientClosed'
}

/** Aborts with a ClientClosed when the connection closes before the reply is complete. */
export function clientClosedSignal(response: Response): AbortSignal {
  const controller = new AbortController()
  const onClose = () => {
    if (!response.writableFinished) controller.abort(new ClientClosed('the caller closed the connection'))
  }
  if (response.closed) onClose()
  else response.once('close', onClose)
  return controller.signal
}

/** Aborts a response half-way because of a fault of ours, counted under `status` and not as a caller who left. */
export function abortResponse(response: Response, status: number): void {
  response.locals.abortedWith = status
  response.destroy()
}

/** The status under which a closed request is counted. */
export function finalStatus(response: Response): number {
  if (response.writableFinished) return response.statusCode
  return (response.locals.abortedWith as number | undefined) ?? CLIENT_CLOSED_STATUS
}
