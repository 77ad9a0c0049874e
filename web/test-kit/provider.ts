import type { Provider } from '#contract/provider/provider.ts'

/** The provider of component tests. No value equals a setting's default, so a text that ignores it is noticed. */
export const sampleProvider: Provider = {
  brandName: 'Ringwell',
  copyrightHolder: 'Ringwell Inc.',
  tollFreeNumber: '(800) 555-0199',
  marketingUrl: 'https://ringwell.example',
  links: {
    support: 'https://ringwell.example/support/',
    appStore: 'https://ringwell.example/app-store/',
    playStore: 'https://ringwell.example/play-store/',
    webinarMorning: 'https://ringwell.example/morning/',
    webinarAfternoon: 'https://ringwell.example/afternoon/',
    gettingStartedVideo: 'https://ringwell.example/getting-started/',
    blogFeed: 'https://ringwell.example/blog/feed.json',
    terms: 'https://ringwell.example/terms/',
    privacy: 'https://ringwell.example/privacy/',
    feedbackForm: '',
  },
  tracking: {
    productionHost: 'ringwell.example',
    production: { analyticsId: '', adConversionId: '' },
    elsewhere: { analyticsId: '', adConversionId: '' },
    analyticsUrl: '',
    adConversionUrl: '',
  },
  fraudAgentUrl: '',
}
