/** A measured figure and its limit. */
export type Finding = { bench: string; measured: string; limit: string; isWithin: boolean }

export function atMost(bench: string, measured: number, limit: number, unit: string): Finding {
  return {
    bench,
    measured: formatted(measured, unit),
    limit: `≤ ${formatted(limit, unit)}`,
    isWithin: measured <= limit,
  }
}

export function atLeast(bench: string, measured: number, limit: number, unit: string): Finding {
  return {
    bench,
    measured: formatted(measured, unit),
    limit: `≥ ${formatted(limit, unit)}`,
    isWithin: measured >= limit,
  }
}

/** A figure without a limit, so without a verdict. */
export function note(what: string, measured: number, unit: string): void {
  console.log(`  ${what}: ${formatted(measured, unit)}`)
}

export function printTable(findings: readonly Finding[]): void {
  const width = Math.max(0, ...findings.map(({ bench }) => bench.length)) + 2
  const print = (bench: string, measured: string, limit: string, verdict: string) =>
    console.log(`${bench.padEnd(width)}${measured.padStart(12)}${limit.padStart(14)}  ${verdict}`)
  console.log()
  print('bench', 'measured', 'limit', 'verdict')
  for (const { bench, measured, limit, isWithin } of findings)
    print(bench, measured, limit, isWithin ? 'ok' : 'FAILED')
}

function formatted(value: number, unit: string): string {
  return `${Math.round(value * 100) / 100} ${unit}`.trim()
}
