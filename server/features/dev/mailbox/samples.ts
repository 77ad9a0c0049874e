import type { OpenSample } from '#contract/features/mailbox.ts'
import type { Config } from '#server/config/config.ts'
import { notMeButtonOf } from '#server/identity/links.ts'
import { textOf } from '#server/platform/mail/queue-mail.ts'
import { renderMail } from '#server/platform/mail/render-mail.ts'
import { billingSamples } from './billing-samples.ts'
import { featureSamples } from './feature-samples.ts'
import { linkToken, type Sample } from './sample-values.ts'
import { securitySamples } from './security-samples.ts'

export type RenderedSample = OpenSample

/** Every mail there is, as it would be sent, by its purpose. A purpose that is mailed in several ways has them all. */
export function renderSamples(
  config: Pick<Config, 'publicUrl' | 'provider' | 'signUpWizard'>,
): RenderedSample[] {
  const samples = [...featureSamples(config), ...securitySamples(config), ...billingSamples(config)]
  const ofPurpose = new Map<string, number>()
  return samples
    .map((sample) => {
      const { purpose } = sample.mail
      const place = (ofPurpose.get(purpose) ?? 0) + 1
      ofPurpose.set(purpose, place)
      return { id: place === 1 ? purpose : `${purpose}-${place}`, ...render(sample, config) }
    })
    .sort((one, other) => one.id.localeCompare(other.id, 'en', { numeric: true }))
}

function render({ to, mail }: Sample, config: Pick<Config, 'publicUrl' | 'provider'>) {
  const { offersNotMe, buttons = [], ...rest } = mail
  const notMe = offersNotMe ? [notMeButtonOf(config.publicUrl, linkToken)] : []
  const text = textOf(to, { ...rest, buttons: [...buttons, ...notMe] }, config)
  return { purpose: mail.purpose, recipient: to.email, ...renderMail(text, config.provider) }
}
