// `npm run bench` measures everything against its budget; `npm run bench -- sizes` only that part.

import { measureAccountNumbers } from './account-numbers.ts'
import type { Finding } from './finding.ts'
import { measureLookUps } from './look-ups.ts'
import { measureMemory } from './memory.ts'
import { measurePageSpeed } from './page-speed.ts'
import { measureRenewals } from './renewals.ts'
import { measureScale } from './scale.ts'
import { measureSignIns } from './sign-ins.ts'
import { measureSignUps } from './sign-ups.ts'
import { measureSizes } from './sizes.ts'

const parts: Record<string, () => Promise<Finding[]>> = {
  sizes: measureSizes,
  pages: measurePageSpeed,
  'sign-ins': measureSignIns,
  'sign-ups': measureSignUps,
  'look-ups': measureLookUps,
  renewals: measureRenewals,
  numbers: measureAccountNumbers,
  scale: measureScale,
  memory: measureMemory,
}
/** One takes 30 GB and a quarter of an hour, the other an hour: only where they are asked for by name. */
const byNameOnly = ['scale', 'memory']

const chosen = process.argv.slice(2)
const unknown = chosen.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Choose from ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const findings: Finding[] = []
for (const [name, measure] of Object.entries(parts)) {
  if (chosen.length > 0 ? !chosen.includes(name) : byNameOnly.includes(name)) continue
  console.log(`\nMeasuring ${name} …`)
  findings.push(...(await measure()))
}

console.log(`\n${'what'.padEnd(52)}${'measured'.padStart(14)}${'budget'.padStart(14)}`)
for (const { what, measured, budget, unit, isWithin } of findings) {
  const mark = isWithin === undefined ? '' : isWithin ? '  ok' : '  OVER'
  const limit = budget === undefined ? '' : `${budget} ${unit}`
  console.log(`${what.padEnd(52)}${`${measured} ${unit}`.padStart(14)}${limit.padStart(14)}${mark}`)
}
process.exitCode = findings.some((finding) => finding.isWithin === false) ? 1 : 0
