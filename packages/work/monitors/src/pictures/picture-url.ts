import { API_ROOT } from '@gleaner/contracts'

/** Path of the picture of a change. */
export const pictureUrl = (monitorId: string, changeId: string): string =>
  `${API_ROOT}/monitors/${monitorId}/changes/${changeId}/picture.png`
