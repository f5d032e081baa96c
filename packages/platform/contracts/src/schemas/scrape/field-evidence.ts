/** Where a field that a schema asked for comes from: `metadata.field_evidence`, and `evidence` of an extraction. */
export interface FieldEvidence {
  /** Whether the page declares it as data, shows it, or it is concluded from what is declared. */
  kind: 'declared' | 'visible' | 'computed'
  /** How it was found: by its key or another name of it, the words of its name, deeper within, an address's host, a label, a list. */
  found_by: 'key' | 'words' | 'nested' | 'address' | 'implied' | 'label' | 'list'
  /** How the page says it: `json-ld`, `microdata`, `rdfa`, `microformats`, `opengraph`, `embedded-state`, `page` or `metadata`. */
  source?: string
  /** Where it stands in the `json` format (RFC 6901). */
  pointer?: string
  /** How often such a value is right, from 0 to 1, as measured on pages with known values. */
  confidence: number
}
