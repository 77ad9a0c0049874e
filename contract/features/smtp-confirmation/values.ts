/**
 * The page confirms once by script. Without JavaScript its form does, and the outcome is part of the values.
 */
export type SmtpConfirmationValues = {
  linkToken: string
  outcome?: { isVerified: boolean; text: string }
}
