/** Where the picture of a job's page is stored. The names of all files of a job have the form `JOB_FILE`. */
export const screenshotKey = (jobId: string): string => `${jobId}/screenshot.png`

/** Where a job's page is stored that is a file itself. */
export const documentKey = (jobId: string, extension: string): string => `${jobId}/document.${extension}`

/** Regular expression, for JavaScript and PostgreSQL, of what follows a job's id and a slash where its page names a file of it. */
export const JOB_FILE = '[a-z0-9-]{1,50}\\.[a-z0-9]{2,5}'

/** What a target sent, as it came. */
export const bodyKey = (jobId: string): string => `${jobId}/body.bin`
