export type Finding = { what: string; measured: number; unit: string; budget?: string; isWithin?: boolean }

export function atMost(what: string, measured: number, budget: number, unit: string): Finding {
  return { what, measured: rounded(measured), unit, budget: `≤ ${budget}`, isWithin: measured <= budget }
}

export function atLeast(what: string, measured: number, budget: number, unit: string): Finding {
  return { what, measured: rounded(measured), unit, budget: `≥ ${budget}`, isWithin: measured >= budget }
}

export function noted(what: string, measured: number, unit: string): Finding {
  return { what, measured: rounded(measured), unit }
}

export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/**
 * Mean of the middle half: as robust against outliers as the median, but not limited to the clock's
 * resolution.
 */
export function middleMean(values: number[]): number {
  const quarter = Math.floor(values.length / 4)
  const middle = values.toSorted((one, other) => one - other).slice(quarter, values.length - quarter)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
