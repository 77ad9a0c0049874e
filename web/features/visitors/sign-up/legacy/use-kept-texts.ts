import { useEffect } from 'react'
import type { LegacyEvent } from './legacy-wizard.ts'
import type { Texts, Typed } from './progress.ts'

/** Typed values survive a reload: they are kept in this tab, except for passwords. */
export function useKeptTexts(
  { tell }: { tell: (event: LegacyEvent) => void },
  form: keyof Typed,
  texts: Texts | false,
): void {
  useEffect(() => {
    if (texts) tell({ kind: 'typed', form, texts })
  })
}
