/** Asked once by the page; without a script by its form, and then the answer comes with it. */
export type SmtpConfirmationValues = {
  linkToken: string
  outcome?: { isVerified: boolean; text: string }
}
