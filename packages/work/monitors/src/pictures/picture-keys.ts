/** Where files of a picture are stored, by its id. The trigger of `monitor_picture` knows these names as well (`forget_monitor_pictures`). */
export const pictureKeys = {
  /** As it was made. */
  kept: (id: string): string => `kept/monitors/${id}.png`,
  /** Beside the one before it. */
  compared: (id: string): string => `compared/${id}.png`,
}
