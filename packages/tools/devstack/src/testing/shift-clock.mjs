// Preloaded into the processes of a fleet: those that run a service named in CLOCK_SHIFTS (ms by service) have a clock that is so far ahead.
const shifts = JSON.parse(process.env.CLOCK_SHIFTS ?? '{}')
const service = process.argv.find((word) => word in shifts)
if (service !== undefined) {
  const System = Date
  const now = () => System.now() + shifts[service]
  globalThis.Date = class extends System {
    constructor(...given) {
      if (given.length === 0) super(now())
      else super(...given)
    }
    static now = now
  }
}
