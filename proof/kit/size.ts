/** `npm test` runs the small proofs, `npm run proof` the full ones: the same checks with larger numbers. */
export const isFull = process.env.PROOF_SIZE === 'full'

export function size(small: number, full: number): number {
  return isFull ? full : small
}
