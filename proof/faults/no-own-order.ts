import { changeSource } from './change-source.ts'

/** Nobody looks for the order that the same visitor has paid. */
changeSource(
  'server/features/visitors/sign-up/email-in-use.ts',
  'if (!visitorHash) return undefined',
  'if (visitorHash || !visitorHash) return undefined',
)
