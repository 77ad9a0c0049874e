/** `npm test` proves in the small, `npm run proof` in full: the same proofs, other numbers. */
export function size(small: number, full: number): number {
  return process.env.PROOF_SIZE === 'full' ? full : small
}
