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
