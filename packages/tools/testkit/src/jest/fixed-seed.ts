import fc from 'fast-check'

/**
 * Property tests draw the same cases at every run, so that a change is judged by what it changed. Others are drawn with
 * FAST_CHECK_SEED=<number>; a failing case prints its seed.
 */
fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 20_261_121) })
