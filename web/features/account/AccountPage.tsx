import { type PageProps, pages } from '#contract/pages.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { AccountLayout } from './AccountLayout.tsx'
import { AmountTile } from './AmountTile.tsx'
import { stateInWords } from './account-words.ts'
import { PersonTile } from './PersonTile.tsx'
import { PlanTile } from './PlanTile.tsx'
import { SignOutEverywhere } from './SignOutEverywhere.tsx'

/** The first page after signing in: who, which account, what it has and what it costs. */
export function AccountPage(props: PageProps<'account'>) {
  const { values } = props
  return (
    <AccountLayout {...props} title={`Welcome, ${values.firstName}`} lede={stateInWords(values.statusId)}>
      <div className="tiles">
        <AmountTile title="Your plan costs" cents={values.totalCents} per="per month">
          <p className="hint">Charged every month in advance, until it is canceled.</p>
          <div className="cluster">
            <LinkButton href={pages.billing} small look="quiet">
              Billing
            </LinkButton>
          </div>
        </AmountTile>
        <PlanTile title="Your plan" lines={values.lines} totalCents={values.totalCents} />
        <PersonTile values={values} />
        <SignOutEverywhere />
      </div>
    </AccountLayout>
  )
}
