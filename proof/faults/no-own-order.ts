import { changeSource } from './change-source.ts'

/** Skips the lookup of an order that the same visitor has paid. */
changeSource(
  'server/features/visitors/sign-up/email-in-use.ts',
  'if (!visitorHash) return undefined',
  'if (visitorHash || !visitorHash) return undefined',
)
