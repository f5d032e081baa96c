/** The first lines of a file that is written. */
export const HEADER = (about: string) =>
  `# Written by \`npm run docs\` from the OpenAPI document. Do not edit.\n"""${about}"""`
