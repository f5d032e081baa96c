import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { gleaner, queries } from '../../api/client.ts'
import type { Rung } from '../../parts/ladder.tsx'
import type { Body } from './choices.ts'
import type { Result } from './result.ts'

/** A job is looked at so often while it climbs, in milliseconds, and ever less often: most pages come at once. */
const LOOKS = { first: 1_200, growth: 1.5, most: 5_000 }

export interface Climb {
  jobId: string
  rungs: readonly Rung[]
  /** The tier that tries, or is the next to. */
  tier: string | undefined
}

/** A scrape whose attempts are told while it climbs. Its end comes by the WebSocket. */
export function useClimb() {
  const [climb, setClimb] = useState<Climb>()
  const ended = useRef<AbortController>(undefined)
  useEffect(() => () => ended.current?.abort(), [])
  const scrape = useMutation({
    mutationFn: async (body: Body): Promise<Result> => {
      ended.current?.abort()
      const controller = new AbortController()
      ended.current = controller
      setClimb(undefined)
      const reply = await gleaner().jobs.create({ ...body, sync: false })
      if (!('poll_url' in reply)) return reply as unknown as Result
      const { job_id } = reply
      setClimb({ jobId: job_id, rungs: [], tier: undefined })
      void look(job_id, controller.signal, setClimb)
      try {
        return (await gleaner().jobs.wait(job_id)).result as unknown as Result
      } finally {
        controller.abort()
        setClimb(undefined)
      }
    },
    // The head shows what is left.
    onSettled: () => queries.invalidateQueries({ queryKey: ['me'] }),
  })
  const cancel = useMutation({ mutationFn: () => gleaner().jobs.cancel(climb!.jobId) })
  return { ...scrape, climb, cancel }
}

async function look(jobId: string, signal: AbortSignal, onClimb: (climb: Climb) => void): Promise<void> {
  for (let pause = LOOKS.first; !signal.aborted; pause = Math.min(pause * LOOKS.growth, LOOKS.most)) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    // What is not told now is told by the next look, or by the end.
    const job = await gleaner()
      .jobs.get(jobId, { signal })
      .catch(() => undefined)
    if (job?.attempts && !signal.aborted) onClimb({ jobId, rungs: job.attempts as Rung[], tier: job.tier })
  }
}
