/** All that helpers are told of our environment, which holds secrets: where the system's programs are. */
export const SYSTEM_PATHS = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }
