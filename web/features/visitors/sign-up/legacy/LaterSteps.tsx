import type { RefObject } from 'react'
import { type PlanLine, type PriceList, totalOf } from '#contract/catalogue/plan.ts'
import { type Place, stepNumberOf, thirdPlace } from '#contract/features/sign-up/legacy-steps.ts'
import type { PageProps } from '#contract/page-values.ts'
import type { FieldErrors } from '#contract/wire/call.ts'
import { BillingStep } from '#web/features/visitors/sign-up/BillingStep.tsx'
import { ConfirmingBanner } from '#web/features/visitors/sign-up/ConfirmingBanner.tsx'
import { ForgottenBanner } from '#web/features/visitors/sign-up/ForgottenBanner.tsx'
import type { useEmailLookup } from '#web/features/visitors/sign-up/use-email-lookup.ts'
import type { usePayment } from '#web/features/visitors/sign-up/use-payment.ts'
import type { useSteps } from '#web/features/visitors/sign-up/use-steps.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { BusinessStep } from './BusinessStep.tsx'
import { LegacyCustomerStep } from './LegacyCustomerStep.tsx'
import { wordsOf } from './LicenceHelp.tsx'
import { NoticeDialog } from './NoticeDialog.tsx'
import { ThirdStep } from './ThirdStep.tsx'
import { useLaterSteps } from './use-later-steps.ts'
import type { ProgressHandle } from './use-progress.ts'

export type LaterStepsProps = PageProps<'legacy-sign-up'> & {
  place: Place | 'unknown'
  progress: ProgressHandle
  steps: ReturnType<typeof useSteps<Place | 'unknown'>>
  prices: PriceList
  lines: PlanLine[]
  mayPay: RefObject<() => boolean>
  payment: ReturnType<typeof usePayment>
  tell: RefObject<(total: number) => void>
  lookup: ReturnType<typeof useEmailLookup>
  onEmailRefused: (errors: FieldErrors) => void
  /** The server spoke of another total, perhaps: ask again what things cost. */
  onPriceDoubt: () => void
}

/** Steps two to five. One that was visited stays in the page, hidden: what was typed in it stays too. */
export function LaterSteps(props: LaterStepsProps) {
  const { values, provider, now, place, progress, steps, prices, lines } = props
  const later = useLaterSteps(props)
  const { choices } = progress
  const { notice, quantities } = choices
  if (place === 'unknown') return null
  return (
    <>
      {steps.hasSeen('step-2') && (
        <div hidden={place !== 'step-2'}>
          <BusinessStep
            form={later.businessForm}
            countries={values.countries}
            regions={values.regions}
            offer={values.offer}
            choices={choices}
            onPrevious={() => steps.open('step-1')}
            onNext={later.leaveBusiness}
          />
        </div>
      )}
      {stepNumberOf(place) === 3 && (
        <div>
          <ThirdStep
            choices={choices}
            offer={values.offer}
            prices={prices}
            lines={lines}
            errors={later.planErrors}
            onPick={later.pick}
            onMix={later.takeMix}
            onSwitch={() => steps.open(place === 'licences' ? 'step-3' : 'licences')}
            onPrevious={() => steps.open('step-2')}
            onNext={later.leaveThird}
          />
        </div>
      )}
      {steps.hasSeen('step-4') && (
        <div hidden={place !== 'step-4'}>
          <LegacyCustomerStep
            form={later.customerForm}
            regions={values.regions}
            notice={
              later.hasForgotten ? (
                <ForgottenBanner />
              ) : (
                later.isPasswordGone && (
                  <Banner tone="info">
                    {later.areAnswersGone
                      ? 'What you typed is still here, except your password and your security answers, which we never keep in readable form: please enter them again.'
                      : 'What you typed is still here, but passwords are never kept: please choose yours once more.'}
                  </Banner>
                )
              )
            }
            waiting={later.isSaveWaiting && <ConfirmingBanner />}
            onPrevious={() => steps.open(thirdPlace(choices.stepThree))}
            onNext={later.leaveCustomer}
          />
        </div>
      )}
      {steps.hasSeen('step-5') && (
        <div hidden={place !== 'step-5'}>
          <BillingStep
            form={later.billingForm}
            provider={provider}
            countries={values.countries}
            regions={values.regions}
            totalCents={totalOf(lines)}
            now={now}
            timeZone={later.customerForm.values.time_zone}
            isConfirming={later.isConfirming}
            offersSameAddress={false}
            onPrevious={() => steps.open('step-4')}
            onPay={later.pay}
          />
        </div>
      )}
      {place !== 'step-1' && (
        <NoticeDialog
          notice={notice}
          choices={choices}
          help={
            notice?.kind === 'error' &&
            notice.dialersAsked > 0 && (
              <p className="hint">
                {`Dialing licenses can be shared between agents who do not dial at the same time. ${wordsOf(quantities.lead, Math.min(notice.dialersAsked, quantities.lead), prices)}`}
              </p>
            )
          }
          onAnswer={later.answerNotice}
        />
      )}
    </>
  )
}
