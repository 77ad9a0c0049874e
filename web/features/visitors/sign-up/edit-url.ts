import { planBuilderUrl } from '#contract/provider/plan-builder-url.ts'
import type { Provider } from '#contract/provider/provider.ts'
import type { Query } from '#contract/wire/query.ts'

/** Back to the plan builder, with the current plan preselected. */
export function editUrl(provider: Provider, query: Query): string {
  const address = planBuilderUrl(provider, query['back-url'])
  const [page = '', anchor = ''] = address.split('#')
  const { 'back-url': _, 'plan-name': __, ...plan } = query
  const asked = new URLSearchParams(plan).toString()
  return asked === '' ? address : `${page}?${asked}#${anchor}`
}
