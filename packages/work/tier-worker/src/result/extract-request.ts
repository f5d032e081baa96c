import { LIMITS } from '@gleaner/contracts/limits'
import type { ExtractRequest, TrackingRequest } from '@gleaner/extract'
import type { FetchedPage } from '@gleaner/http-tiers'
import { type ClaimedJob, wantsModel } from '@gleaner/jobs'

/** What is to be read of a fetched page, by what its job asks for. */
export function extractRequest(
  job: ClaimedJob,
  page: FetchedPage,
  body: Uint8Array,
  {
    rendered,
    withholdsFiles,
    tracking,
    bytesUrl,
    summarySlot,
  }: {
    rendered: boolean
    withholdsFiles: boolean
    tracking: TrackingRequest | undefined
    bytesUrl: string | undefined
    summarySlot: string | undefined
  },
): ExtractRequest {
  const { spec } = job
  const { advanced } = spec
  return {
    url: page.finalUrl,
    body,
    contentType: page.headers['content-type'],
    mode: spec.mode,
    formats: spec.formats,
    includeRawHtml: spec.include_raw_html,
    onlyMainContent: advanced.only_main_content ?? true,
    parts: partsOf(advanced),
    removeCookieBanners: advanced.remove_cookie_banners ?? true,
    evidence: spec.evidence ?? advanced.evidence ?? false,
    ocr: advanced.ocr ?? false,
    ocrLanguages: advanced.ocr_languages,
    extractionSchema: spec.extraction_schema,
    autoProfile: spec.auto_profile,
    template: spec.selectors,
    sectionFilter: advanced.section_filter,
    rag: advanced.rag,
    fetchWarning: page.qualityWarning,
    flatReply: spec.flat_reply,
    // Items of crawls alone have a line of their own.
    crawl: job.line === null ? undefined : { robotsTag: page.headers['x-robots-tag'], rendered },
    tracking,
    bytesUrl,
    forModel: wantsModel(spec),
    summarySlot,
    withholdsFiles,
    maxContentBytes: spec.extract ? LIMITS.extractResult : LIMITS.responseBody,
  }
}

function partsOf({
  include_selectors: include,
  exclude_selectors: exclude,
}: ClaimedJob['spec']['advanced']): ExtractRequest['parts'] {
  return include?.length || exclude?.length
    ? { include: include?.length ? include : undefined, exclude }
    : undefined
}
