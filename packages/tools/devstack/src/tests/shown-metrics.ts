import { METRICS, type MetricEntry } from '@gleaner/runtime'
import { describe, expect, test } from '@jest/globals'
import type { StackUnderTest } from './stack-under-test.ts'

const TYPE_LINE = /^# TYPE (\S+) (\S+)$/gm
const HELP_LINE = /^# HELP (\S+) (.+)$/gm

export function describeShownMetrics(running: () => StackUnderTest): void {
  describe('/metrics of the fleet', () => {
    test('shows metrics of the catalog alone, as they stand there', async () => {
      const pages = await Promise.all(
        [...new Set(Object.values(running().fleet.info.ops))].map(async (ops) =>
          (await fetch(`${ops}/metrics`)).text(),
        ),
      )
      const catalog: Record<string, MetricEntry> = METRICS
      for (const page of pages) {
        const shown = [...page.matchAll(TYPE_LINE)].map(([, name, type]) => ({ name: name!, type }))
        expect(shown.length).toBeGreaterThan(0)
        expect(shown).toEqual(shown.map(({ name }) => ({ name, type: catalog[name]?.type })))
        const help = [...page.matchAll(HELP_LINE)].map(([, name, text]) => [name!, text])
        expect(help).toEqual(help.map(([name]) => [name, catalog[name!]?.meaning]))
      }
    })
  })
}
