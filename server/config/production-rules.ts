import { SAMPLE_SITE } from '#contract/provider/sample-site.ts'

export const SAMPLE_NUMBER = '1-800-555-0100'

type Parsed = {
  isHttps: boolean
  publicUrl: string
  isProxySet: boolean
  database: { kind: string }
  braintree: { environment: string } | undefined
  mail: { smtp: object | undefined; isSenderSet: boolean }
  passwords: { cost: string }
  reloadsPages: boolean
  dialerUrl: string | undefined
  setUpWebhook: { url: string | undefined }
  isTermsVersionSet: boolean
  termsVersion: string
  provider: {
    tollFreeNumber: string
    fraudAgentUrl: string
    links: { terms: string; blogFeed: string; feedbackForm: string }
    tracking: { productionHost: string; analyticsUrl: string; adConversionUrl: string }
  }
}

/** Settings that production must not start with, one message each. */
export function productionComplaints(config: Parsed): string[] {
  const complaints: string[] = []
  if (config.database.kind === 'embedded') {
    complaints.push(
      'Production does not run on the embedded database with its demo data: set DATABASE_URL to a PostgreSQL database.',
    )
  }
  if (!config.braintree) {
    complaints.push(
      'BRAINTREE_MERCHANT_ID is missing: production does not take payments with the sandbox gateway.',
    )
  }
  if (config.braintree?.environment === 'sandbox') {
    complaints.push('BRAINTREE_ENVIRONMENT=sandbox takes no money: leave it out in production.')
  }
  if (!config.isHttps) complaints.push('PUBLIC_URL must be the https URL where people reach this service.')
  if (!config.isProxySet) {
    complaints.push(
      'TRUST_PROXY is missing: set it to the number of proxies in front of this service, or 0 if there are none. Otherwise all visitors could appear to share one IP address, or fake any.',
    )
  }
  if (!config.mail.smtp)
    complaints.push('SMTP_URL is missing: without it, no email is delivered (smtp://user:password@host:587).')
  if (!config.mail.isSenderSet)
    complaints.push(
      'MAIL_FROM is missing: set it to the sender of all email (Front desk <no-reply@example.com>).',
    )
  if (config.passwords.cost !== 'standard')
    complaints.push('PASSWORD_HASH_COST=low is for tests only: leave it out.')
  if (config.reloadsPages) complaints.push('DEV_RELOAD is for building pages only: leave it out.')
  return [...complaints, ...mixedContentComplaints(config)]
}

/** What production may start with, but probably should not. */
export function productionNotices({
  publicUrl,
  provider,
  setUpWebhook,
  isTermsVersionSet,
  termsVersion,
}: Parsed): string[] {
  const notices: string[] = []
  if (provider.tollFreeNumber === SAMPLE_NUMBER)
    notices.push(`TOLL_FREE_NUMBER is not set: pages and emails show the sample number ${SAMPLE_NUMBER}.`)
  if (provider.links.terms.startsWith(`${SAMPLE_SITE}/`))
    notices.push('TERMS_URL is not set: people agree to the sample terms.')
  if (!isTermsVersionSet)
    notices.push(`TERMS_VERSION is not set: orders name ${termsVersion} as the version that was agreed to.`)
  if (setUpWebhook.url === undefined)
    notices.push(
      'SETUP_WEBHOOK_URL is not set: paid accounts become ready by themselves, and the provider is not called.',
    )
  const { host } = new URL(publicUrl)
  const { productionHost } = provider.tracking
  if (productionHost !== host)
    notices.push(
      `PRODUCTION_HOST is ${productionHost}, and people reach this service at ${host}: pages use ANALYTICS_ID_ELSEWHERE and AD_CONVERSION_ID_ELSEWHERE.`,
    )
  return notices
}

/** URLs that pages load, and those that a sign-in redirects to: plain http there would undermine our https. */
function mixedContentComplaints({ provider, dialerUrl }: Parsed): string[] {
  const loaded = {
    FRAUD_AGENT_URL: provider.fraudAgentUrl,
    ANALYTICS_URL: provider.tracking.analyticsUrl,
    AD_CONVERSION_URL: provider.tracking.adConversionUrl,
    FEEDBACK_FORM_URL: provider.links.feedbackForm,
    BLOG_FEED_URL: provider.links.blogFeed,
    DIALER_URL: dialerUrl ?? '',
  }
  return Object.entries(loaded).flatMap(([name, url]) =>
    url.startsWith('http:') ? `${name} must begin with https: in production, as our pages do.` : [],
  )
}
