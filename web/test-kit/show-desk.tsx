import type {
  DeskPageProps,
  DeskPageValues,
  ShownDeskPage,
  ShownOperator,
} from '#contract/desk/desk-page-values.ts'
import type { OperatorRole } from '#contract/desk/desk-roles.ts'
import { deskPageTable } from '#web/desk/desk-pages.tsx'
import desk from '#web/desk/styles/desk.css?inline'
import { sampleProvider } from './provider.ts'
import { NOW, showHtml } from './show.tsx'

type ShowOptions<Name extends ShownDeskPage> = {
  values: DeskPageValues[Name]
  /** The operator: an admin unless given. Null if nobody is signed in yet. */
  role?: OperatorRole | null
  query?: Record<string, string>
  path?: string
}

/** A whole desk page as an operator gets it: rendered to HTML first, then hydrated with the same values. */
export async function showDeskPage<Name extends ShownDeskPage>(
  page: Name,
  options: ShowOptions<Name>,
): Promise<void> {
  const { values, role = 'admin', query = {}, path = '/desk/' } = options
  const operator = role && operatorWho(role)
  const props: DeskPageProps = { page, values, query, path, operator, provider: sampleProvider, now: NOW }
  const Page = await deskPageTable.load(page, props)
  await showHtml(<Page {...props} />, deskPageTable.stylesOf(page), desk)()
}

function operatorWho(role: OperatorRole): ShownOperator {
  return { id: 7, name: 'Olive Operator', email: 'olive@example.com', role }
}
