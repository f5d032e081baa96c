// Written by `pnpm docs` from the OpenAPI document. Do not edit.
import { Group } from '../../group.ts'
import type { Reply, RequestOptions } from '../../types.ts'

export class BetaFeaturesApi extends Group {
  /** List the operator's beta features, and which of them your account has switched on. `GET /beta-features` */
  list(options?: RequestOptions): Promise<Reply<'listBetaFeatures'>> {
    return this.callOperation('listBetaFeatures', [], {}, options)
  }

  /** List the features that are on for your account. `GET /beta-features/my` */
  mine(options?: RequestOptions): Promise<Reply<'listMyBetaFeatures'>> {
    return this.callOperation('listMyBetaFeatures', [], {}, options)
  }

  /** Switch a beta feature on. `POST /beta-features/{slug}/enable` */
  enable(slug: string, options?: RequestOptions): Promise<Reply<'enableBetaFeature'>> {
    return this.callOperation('enableBetaFeature', [slug], {}, options)
  }

  /** Switch a beta feature off. `POST /beta-features/{slug}/disable` */
  disable(slug: string, options?: RequestOptions): Promise<Reply<'disableBetaFeature'>> {
    return this.callOperation('disableBetaFeature', [slug], {}, options)
  }
}
