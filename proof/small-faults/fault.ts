/** A small mistake of the kind people make, and the test files that should notice it. */
export type SmallFault = {
  /** What is wrong, as a short sentence. Unique among all faults. */
  name: string
  file: string
  /** Occurs exactly once in the file. A change of the code must re-anchor the fault, never drop it. */
  from: string
  to: string
  /** The test files that should notice it, the quickest first. */
  noticedBy: string[]
}
