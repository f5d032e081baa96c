/** Where the files of a job are stored. Other places look for names of this form in its page: letters, digits and hyphens, `.png` or `.pdf`. */
export const screenshotKey = (jobId: string): string => `${jobId}/screenshot.png`
