/** Most runs of words in the `sample` of a page (`PageSignature`). One with fewer shows less than tells a text. */
export const SAMPLE_RUNS = 16
