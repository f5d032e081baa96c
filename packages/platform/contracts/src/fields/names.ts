import { z } from 'zod'

/** What a person has called a thing, in replies. */
export const GivenName = z.string().describe('What its owner calls it.')
export const DomainName = z.string().describe('The host, such as `shop.example.com`, in small letters.')
export const PageUrl = z.string().describe('Address of the page.')
