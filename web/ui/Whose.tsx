import type { Provider } from '#contract/provider.ts'
import { BrandMark } from './BrandMark.tsx'

/** Whose page it is, where there is no header to say so. */
export function Whose({ provider }: { provider: Provider }) {
  return (
    <p className="whose">
      <BrandMark />
      <b>{provider.brandName}</b>
    </p>
  )
}
