import type { Provider } from '#contract/provider/provider.ts'
import { BrandMark } from './BrandMark.tsx'

export function Brand({ provider }: { provider: Provider }) {
  return (
    <div className="brand">
      <span>
        <BrandMark />
        <span>{provider.brandName}</span>
      </span>
    </div>
  )
}
