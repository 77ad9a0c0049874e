import { changeSource } from './change-source.ts'

/** The former rule: another postal code makes it another card. */
changeSource(
  'server/adapters/fraud-rules.ts',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is looked for in the source as it stands there
  'const card = `${risk.lastFour} ${risk.expiry}`',
  'const card = Math.random().toString()',
)
