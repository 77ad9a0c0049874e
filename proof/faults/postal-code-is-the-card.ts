import { changeSource } from './change-source.ts'

/** The former rule: another postal code makes it another card. */
changeSource(
  'server/adapters/fraud-rules.ts',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this exact text is searched for in the source
  'const card = `${risk.lastFour} ${risk.expiry}`',
  'const card = Math.random().toString()',
)
