/** What `monitor_group.secrets` is sealed for, so that one group's column opens for no other. */
export const secretsContext = (groupId: string) => `monitor_group:${groupId}`
