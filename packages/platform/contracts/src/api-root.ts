/** Path below which every endpoint lies; the version is part of it. */
export const API_ROOT = '/api/v1'
