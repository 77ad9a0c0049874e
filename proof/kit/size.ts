/** `npm test` runs the small proofs, `npm run proof` the full ones: the same checks with larger numbers. */
export const isFull = process.env.PROOF_SIZE === 'full'

/** The same proofs against products that are broken on purpose: they must notice it. Not in each `npm test`. */
export const provesItself = isFull || process.env.TEST_PROOFS === 'all'

export function size(small: number, full: number): number {
  return isFull ? full : small
}
