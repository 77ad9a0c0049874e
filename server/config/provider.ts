import type { Provider } from '#contract/provider/provider.ts'
import type { EnvironmentReader } from './environment.ts'
import { SAMPLE_NUMBER } from './production-rules.ts'
import type { SettingName } from './settings.ts'

/** The provider's own details: shown by pages and emails. */
export function readProvider(read: EnvironmentReader, publicUrl: string, marketingUrl: string): Provider {
  const brandName = read.text('BRAND_NAME', 'the product')
  const link = (name: SettingName, samplePage: string) => read.link(name, `${marketingUrl}/${samplePage}`)
  return {
    brandName,
    copyrightHolder: read.text('COPYRIGHT_HOLDER', brandName),
    tollFreeNumber: read.text('TOLL_FREE_NUMBER', SAMPLE_NUMBER),
    marketingUrl,
    links: {
      support: link('SUPPORT_URL', 'support/'),
      appStore: link('APP_STORE_URL', 'app-store/'),
      playStore: link('PLAY_STORE_URL', 'play-store/'),
      webinarMorning: link('WEBINAR_MORNING_URL', 'webinar-room/'),
      webinarAfternoon: link('WEBINAR_AFTERNOON_URL', 'webinar-room/'),
      gettingStartedVideo: link('GETTING_STARTED_URL', 'getting-started/'),
      blogFeed: read.target('BLOG_FEED_URL', `${marketingUrl}/blog/feed.json`),
      terms: link('TERMS_URL', 'terms/'),
      privacy: link('PRIVACY_URL', 'privacy/'),
      feedbackForm: read.optionalUrl('FEEDBACK_FORM_URL') ?? '',
    },
    tracking: {
      productionHost: read.host('PRODUCTION_HOST', new URL(publicUrl).host),
      production: {
        analyticsId: read.text('ANALYTICS_ID', ''),
        adConversionId: read.text('AD_CONVERSION_ID', ''),
      },
      elsewhere: {
        analyticsId: read.text('ANALYTICS_ID_ELSEWHERE', ''),
        adConversionId: read.text('AD_CONVERSION_ID_ELSEWHERE', ''),
      },
      analyticsUrl: trackingUrl(read, 'ANALYTICS'),
      adConversionUrl: trackingUrl(read, 'AD_CONVERSION'),
    },
    fraudAgentUrl: read.optionalUrl('FRAUD_AGENT_URL') ?? '',
  }
}

/** Empty: nothing is sent. If one half is missing this is reported, not refused: the service works without it. */
function trackingUrl(read: EnvironmentReader, kind: 'ANALYTICS' | 'AD_CONVERSION'): string {
  const url = read.optionalUrl(`${kind}_URL`)
  const both: SettingName[] = [`${kind}_ID`, `${kind}_ID_ELSEWHERE`]
  const ids = both.filter((name) => read.optional(name) !== undefined)
  if (url !== undefined && ids.length === 0)
    read.notice(`${kind}_URL does nothing without ${kind}_ID: nothing is sent.`)
  // A malformed one has its own error.
  if (read.optional(`${kind}_URL`) === undefined)
    for (const name of ids) read.notice(`${name} does nothing without ${kind}_URL: nothing is sent.`)
  return url ?? ''
}
