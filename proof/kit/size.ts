/** `npm test` proves in the small, `npm run proof` in full: the same proofs, other numbers. */
export const isFull = process.env.PROOF_SIZE === 'full'

export function size(small: number, full: number): number {
  return isFull ? full : small
}
