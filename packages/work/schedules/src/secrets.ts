/** What `schedule.secrets` is sealed for, so that one schedule's column opens for no other. */
export const secretsContext = (scheduleId: string) => `schedule:${scheduleId}`
