// `npm run bench` measures everything against its limits; `npm run bench -- sizes` only that part. It prints
// a table and exits with 1 if a limit is exceeded.
import { parseArgs } from 'node:util'
import { type Finding, printTable } from './findings.ts'
import { measureHashes } from './hashes.ts'
import { measureIdle } from './idle.ts'
import { measureLookUps } from './look-ups.ts'
import { measureMemory } from './memory.ts'
import { measurePageSpeed } from './page-speed.ts'
import { measureRenewals } from './renewals.ts'
import { measureScale } from './scale.ts'
import { measureSizes } from './sizes.ts'

const { values, positionals: chosen } = parseArgs({
  allowPositionals: true,
  // For a trial: `scale --accounts 50000`, `memory --minutes 5`. To compare: `pages --against COMMIT`.
  options: {
    accounts: { type: 'string', default: '900000' },
    minutes: { type: 'string' },
    against: { type: 'string' },
  },
})
const parts: Record<string, () => Promise<Finding[]>> = {
  sizes: measureSizes,
  pages: () => measurePageSpeed(values.against),
  hashes: measureHashes,
  'look-ups': measureLookUps,
  renewals: measureRenewals,
  scale: () => measureScale(Number(values.accounts)),
  idle: () => measureIdle(Number(values.minutes ?? 10)),
  memory: () => measureMemory(Number(values.minutes ?? 60)),
}
/** 30 GB and half an hour, 11 minutes, an hour: run only when named. */
const byNameOnly = ['scale', 'idle', 'memory']

const unknown = chosen.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. Choose from ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const findings: Finding[] = []
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 ? !chosen.includes(name) : byNameOnly.includes(name)) continue
    console.log(`\nMeasuring ${name} …`)
    findings.push(...(await measure()))
  }
} finally {
  printTable(findings)
}
process.exitCode = findings.every(({ isWithin }) => isWithin) ? 0 : 1
