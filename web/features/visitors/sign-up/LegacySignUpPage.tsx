import { linesOf, queryOf } from '#contract/catalogue/plan.ts'
import { boughtBy } from '#contract/features/sign-up/legacy-choices.ts'
import { addressOfPlace, placeIn, stepNumberOf } from '#contract/features/sign-up/legacy-steps.ts'
import type { PageProps } from '#contract/page-values.ts'
import { GeneralErrors } from '#web/form/GeneralErrors.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { useTitle } from '#web/ui/use-title.ts'
import { LeaveDialog } from './LeaveDialog.tsx'
import { AccountStep } from './legacy/AccountStep.tsx'
import { NoticeDialog } from './legacy/NoticeDialog.tsx'
import { LEGACY_STEPS, titleOfPlace } from './legacy/place-titles.ts'
import { useLegacyWizard } from './legacy/use-legacy-wizard.ts'
import { PaidView } from './PaidView.tsx'
import { PlanBar } from './PlanBar.tsx'
import { ProgressPanel } from './ProgressPanel.tsx'
import { PAID, SIGN_UP } from './step-titles.ts'
import { useLeaveQuestion } from './use-leave-question.ts'
import { useSignUpContext } from './use-sign-up-context.ts'

/** Five steps over one page. Only the first comes with it; the others are loaded meanwhile. */
export function LegacySignUpPage(shown: PageProps<'legacy-sign-up'>) {
  const { provider, now, query, path } = shown
  const { values, error, confirm } = useSignUpContext(shown.values)
  const props = { ...shown, values }
  const { prices } = values
  const wizard = useLegacyWizard(props)
  const { place, progress, steps, account, LaterSteps, problem } = wizard
  const { choices } = progress
  const bought = boughtBy(choices, values.offer)
  const lines = linesOf(bought, prices)
  const isKnown = place !== 'unknown'
  const isPaid = wizard.payment.isPaid
  const progressed = {
    provider,
    query: { ...Object.fromEntries(new URLSearchParams(queryOf(bought))), ...backIn(query) },
    lines: isKnown && !isPaid ? lines : [],
    step: stepNumberOf(isKnown ? place : placeIn(path)),
    steps: LEGACY_STEPS,
  }
  const question = useLeaveQuestion(wizard.isTyped)
  useTitle(provider, isPaid ? PAID : isKnown ? titleOfPlace(place) : SIGN_UP)
  const contextError = <GeneralErrors messages={error === '' ? [] : [error]} />
  return (
    <Layout
      provider={provider}
      now={now}
      wide
      onSignUp={question.ask}
      panel={<ProgressPanel {...progressed} licences="licenses" />}
      bar={!isPaid && <PlanBar {...progressed} />}
    >
      <LeaveDialog question={question} />
      {isPaid ? (
        <PaidView />
      ) : (
        <>
          {place !== 'step-1' && contextError}
          <div ref={steps.contentRef}>
            {!isKnown && (
              <Loading
                problem={problem}
                address={
                  path === addressOfPlace('licences') ? values.withoutProgress : addressOfPlace('step-1')
                }
              />
            )}
            {steps.hasSeen('step-1') && (
              <div hidden={place !== 'step-1'}>
                <AccountStep {...account} choices={choices} notice={contextError} />
              </div>
            )}
            {LaterSteps && (
              <LaterSteps
                {...props}
                place={place}
                progress={progress}
                steps={steps}
                prices={prices}
                lines={lines}
                mayPay={wizard.mayPay}
                payment={wizard.payment}
                tell={wizard.tell}
                lookup={account.lookup}
                onEmailRefused={wizard.refuseEmail}
                onPriceDoubt={confirm}
              />
            )}
          </div>
          {place === 'step-1' && (
            <NoticeDialog notice={choices.notice} choices={choices} onAnswer={wizard.answerNotice} />
          )}
        </>
      )}
    </Layout>
  )
}

/** Which step it is, the tab alone knows. Without a script there is no progress either. */
function Loading({ problem, address }: { problem: string; address: string }) {
  return (
    <div>
      <h1 className="unseen">Sign up</h1>
      {problem === '' ? (
        <Spinner text="Page is loading ..." isTextShown />
      ) : (
        <GeneralErrors messages={[problem, 'Please load the page again.']} />
      )}
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${address}`} />
      </noscript>
    </div>
  )
}

function backIn(query: PageProps['query']) {
  return query['back-url'] === undefined ? {} : { 'back-url': query['back-url'] }
}
