/** The whole environment of helper processes, as ours holds secrets: where the system's programs are. */
export const SYSTEM_PATHS = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
