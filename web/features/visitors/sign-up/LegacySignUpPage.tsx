import { linesOf, queryOf } from '#contract/catalogue/plan.ts'
import { boughtBy, pathOfStep, stepIn, stepNumberOf } from '#contract/features/sign-up/legacy-choices.ts'
import type { PageProps } from '#contract/page-values.ts'
import { GeneralErrors } from '#web/form/ErrorSummary.tsx'
import { Spinner } from '#web/ui/Button.tsx'
import { Layout } from '#web/ui/Layout.tsx'
import { AccountStep } from './legacy/AccountStep.tsx'
import { LEGACY_STEPS, titleOfLegacyStep } from './legacy/legacy-wizard.ts'
import { NoticeDialog } from './legacy/NoticeDialog.tsx'
import { useLegacyWizard } from './legacy/use-legacy-wizard.ts'
import { LeaveDialog, PaidView, PlanBar, ProgressPanel, useLeaveQuestion } from './WizardFrame.tsx'
import { PAID, SIGN_UP, useSignUpContext, useTitle } from './wizard-parts.ts'

/** Five steps on one page. Only the first is in the initial script; the others are loaded in the background. */
export function LegacySignUpPage(shown: PageProps<'legacy-sign-up'>) {
  const { provider, now, query, path } = shown
  const { values, error, confirm } = useSignUpContext(shown.values)
  const props = { ...shown, values }
  const wizard = useLegacyWizard(props, fetchLaterSteps)
  const { LaterSteps, problem } = wizard
  const { step, seen, choices, isPaid } = wizard.state
  const bought = boughtBy(choices, values.offer)
  const lines = linesOf(bought, values.prices)
  const isKnown = step !== 'unknown'
  const progressed = {
    provider,
    query: { ...Object.fromEntries(new URLSearchParams(queryOf(bought))), ...backIn(query) },
    lines: isKnown && !isPaid ? lines : [],
    step: stepNumberOf(isKnown ? step : stepIn(path)),
    steps: LEGACY_STEPS,
  }
  const question = useLeaveQuestion(wizard.isTyped)
  useTitle(provider, isPaid ? PAID : isKnown ? titleOfLegacyStep(step) : SIGN_UP)
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
      {isPaid ? (
        <PaidView />
      ) : (
        <>
          {step !== 'step-1' && contextError}
          <div ref={wizard.contentRef} {...wizard.presence.watch}>
            <LeaveDialog question={question} />
            {!isKnown && (
              <Loading
                problem={problem}
                to={path === pathOfStep('licences') ? values.withoutProgress : pathOfStep('step-1')}
              />
            )}
            {/* First, because one of their banners may be above step one. */}
            {LaterSteps && <LaterSteps {...props} wizard={wizard} lines={lines} onPriceDoubt={confirm} />}
            {seen.includes('step-1') && (
              <div hidden={step !== 'step-1'}>
                <AccountStep wizard={wizard} notice={contextError} />
              </div>
            )}
          </div>
          {step === 'step-1' && (
            <NoticeDialog
              notice={choices.notice}
              choices={choices}
              brandName={provider.brandName}
              onAnswer={wizard.answerNotice}
            />
          )}
        </>
      )}
    </Layout>
  )
}

/** The current step is known only to this tab. Without JavaScript there is no progress either. */
function Loading({ problem, to }: { problem: string; to: string }) {
  return (
    <div>
      <h1 className="unseen">Sign up</h1>
      {problem === '' ? (
        <Spinner text="Page is loading ..." isTextShown />
      ) : (
        <GeneralErrors messages={[problem, 'Please reload the page.']} />
      )}
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${to}`} />
      </noscript>
    </div>
  )
}

async function fetchLaterSteps() {
  return (await import('./legacy/LaterSteps.tsx')).LaterSteps
}

function backIn(query: PageProps['query']) {
  return query['back-url'] === undefined ? {} : { 'back-url': query['back-url'] }
}
