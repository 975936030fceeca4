import { iso, type Layout, nth } from './paper.ts'

/** English papers of several countries. */

const MONTHS = 'January February March April May June July August September October November December'.split(' ')
const parts = (date: string) => date.split('-').map(Number) as [number, number, number]
const british = (date: string) => {
  const [y, m, d] = parts(date)
  return `${d} ${MONTHS[m - 1]} ${y}`
}
const american = (date: string) => {
  const [y, m, d] = parts(date)
  return `${MONTHS[m - 1]} ${d}, ${y}`
}
const slashedUs = (date: string) => {
  const [y, m, d] = parts(date)
  return `${String(m).padStart(2, '0')}/${String(d).padStart(2, '0')}/${y}`
}
const slashedUk = (date: string) => {
  const [y, m, d] = parts(date)
  return `${String(d).padStart(2, '0')}/${String(m).padStart(2, '0')}/${y}`
}
const short = (date: string) => {
  const [y, m, d] = parts(date)
  return `${String(d).padStart(2, '0')}-${MONTHS[m - 1]!.slice(0, 3)}-${y}`
}
const money = (value: number) => value.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')

const FIRMS = [
  'Hartley & Sons Ltd',
  'Brightwater Consulting LLC',
  'Oakfield Dairy Limited',
  'Pinecrest Systems Inc',
  'Northgate Tools GmbH',
]
const BUYERS = [
  'Meridian Press Ltd',
  'Lakeshore Clinic Inc',
  'Fenwick Logistics LLC',
  'Redwood Schools Ltd',
  'Calder Motors PLC',
]
const PEOPLE = ['Margaret Ellis', 'Thomas Whitaker', 'Laura Bennett', 'Samuel Ortega']
const DAYS = [iso(2024, 3, 14), iso(2023, 10, 5), iso(2025, 2, 19), iso(2024, 7, 8)]
const LATER = [iso(2024, 4, 13), iso(2023, 11, 4), iso(2025, 3, 21), iso(2024, 8, 7)]
const SUMS = [1840, 12_905.6, 374.25, 58_000]
const NUMBERS = ['INV-2041', '77-318', 'A1093', '000562']

export const ENGLISH: Layout[] = [
  {
    name: 'invoice with labels on the right',
    type: 'invoice',
    make: n => ({
      text: `${nth(FIRMS, n)}
22 Mill Lane, York YO1 9QL
VAT No: GB123456789

INVOICE

Invoice No: ${nth(NUMBERS, n)}
Invoice Date: ${british(nth(DAYS, n))}
Due Date: ${british(nth(LATER, n))}

Bill To:
${nth(BUYERS, n)}
8 Canal Street
Leeds LS2 7EW

Description\tQty\tUnit Price\tAmount
Consulting services\t1\t£${money(nth(SUMS, n))}\t£${money(nth(SUMS, n))}
Subtotal\t£${money(nth(SUMS, n))}
VAT 20%\t£${money(nth(SUMS, n) * 0.2)}
Total Due\t£${money(nth(SUMS, n) * 1.2)}
Please pay by bank transfer.`,
      fields: {
        document_date: nth(DAYS, n),
        amount: Math.round(nth(SUMS, n) * 120) / 100,
        currency: 'GBP',
        parties: [nth(FIRMS, n), nth(BUYERS, n)],
        number: nth(NUMBERS, n),
        due_date: nth(LATER, n),
      },
    }),
  },
  {
    name: 'American invoice, columns read one after the other',
    type: 'invoice',
    kept: true,
    make: n => ({
      text: `INVOICE
${nth(FIRMS, n + 1)}
500 Pine Street, Suite 12
Fremont, CA 94538
Invoice Number
Invoice Date
Payment Due
${nth(NUMBERS, n + 1)}
${slashedUs(nth(DAYS, n + 1))}
${slashedUs(nth(LATER, n + 1))}
Bill To
${nth(BUYERS, n + 1)}
77 Lake Avenue
Chicago, IL 60601
Item\tHours\tRate\tAmount
Design work\t10\t$${money(nth(SUMS, n + 1) / 10)}\t$${money(nth(SUMS, n + 1))}
Subtotal\t$${money(nth(SUMS, n + 1))}
Sales tax (0%)\t$0.00
Balance Due\t$${money(nth(SUMS, n + 1))}
Thank you for your business!`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n + 1),
        currency: 'USD',
        parties: [nth(FIRMS, n + 1), nth(BUYERS, n + 1)],
        number: nth(NUMBERS, n + 1),
        due_date: nth(LATER, n + 1),
      },
    }),
  },
  {
    name: 'invoice as a table of two columns',
    type: 'invoice',
    make: n => ({
      text: `Tax Invoice
Supplier\t${nth(FIRMS, n + 2)}
Customer\t${nth(BUYERS, n + 2)}
Invoice number\t${nth(NUMBERS, n + 2)}
Date of issue\t${short(nth(DAYS, n + 2))}
Payment due date\t${short(nth(LATER, n + 2))}
Currency\tEUR
Line\tDescription\tNet\tVAT\tGross
1\tPackaging film\t${money(nth(SUMS, n + 2))}\t0.00\t${money(nth(SUMS, n + 2))}
Total\t\t${money(nth(SUMS, n + 2))}\t0.00\t${money(nth(SUMS, n + 2))}`,
      fields: {
        document_date: nth(DAYS, n + 2),
        amount: nth(SUMS, n + 2),
        currency: 'EUR',
        parties: [nth(FIRMS, n + 2), nth(BUYERS, n + 2)],
        number: nth(NUMBERS, n + 2),
        due_date: nth(LATER, n + 2),
      },
    }),
  },
  {
    name: 'freelance invoice in running text',
    type: 'invoice',
    kept: true,
    make: n => ({
      text: `Invoice ${nth(NUMBERS, n)}

From: ${nth(PEOPLE, n)}
To: ${nth(BUYERS, n + 3)}
Date: ${american(nth(DAYS, n + 3))}

For translating the annual report (42 pages).

Total: USD ${money(nth(SUMS, n + 2))}

Payment is due by ${american(nth(LATER, n + 3))}. Bank details are below.
IBAN DE89 3704 0044 0532 0130 00`,
      fields: {
        document_date: nth(DAYS, n + 3),
        amount: nth(SUMS, n + 2),
        currency: 'USD',
        parties: [nth(PEOPLE, n), nth(BUYERS, n + 3)],
        number: nth(NUMBERS, n),
        due_date: nth(LATER, n + 3),
      },
    }),
  },
  {
    name: 'bill of a utility',
    type: 'invoice',
    make: n => ({
      text: `Your electricity bill
Invoice
${nth(FIRMS, n + 3)}
Invoice no. ${nth(NUMBERS, n + 3)}      Bill date: ${slashedUs(nth(DAYS, n))}
Customer: ${nth(PEOPLE, n + 1)}
Service address: 14 Elm Road, Austin, TX 78701
Previous balance      $120.00
Payment received      $120.00
Current charges       $${money(nth(SUMS, n))}
Amount due            $${money(nth(SUMS, n))}
Pay by                ${slashedUs(nth(LATER, n))}`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n),
        currency: 'USD',
        parties: [nth(FIRMS, n + 3), nth(PEOPLE, n + 1)],
        number: nth(NUMBERS, n + 3),
        due_date: nth(LATER, n),
      },
    }),
  },
  {
    name: 'lease',
    type: 'contract',
    make: n => ({
      text: `LEASE AGREEMENT

This Lease Agreement is made on ${british(nth(DAYS, n))} between ${nth(FIRMS, n)} (the "Landlord") and ${nth(PEOPLE, n)} (the "Tenant").

1. Premises. The Landlord lets to the Tenant the flat at 5 Quay Road, Bristol.
2. Rent. The Tenant shall pay a monthly rent of £${money(nth(SUMS, n))}.
3. Deposit. The Tenant pays a security deposit of £900.00.
4. Term. The lease ends on 31 December 2026.`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n),
        currency: 'GBP',
        parties: [nth(FIRMS, n), nth(PEOPLE, n)],
      },
    }),
  },
  {
    name: 'services agreement of two firms',
    type: 'contract',
    kept: true,
    make: n => ({
      text: `MASTER SERVICES AGREEMENT
Agreement No. ${nth(NUMBERS, n + 1)}

This Master Services Agreement ("Agreement") is entered into as of ${american(nth(DAYS, n + 1))} (the "Effective Date") by and between ${nth(FIRMS, n + 1)}, a Delaware limited liability company with offices at 1 Main Street, Dover ("Provider"), and ${nth(BUYERS, n)}, a company registered in England ("Client").

WHEREAS the Client wishes to obtain services;
1. Services. Provider shall perform the services in Schedule A.
2. Fees. The total fee for the services is $${money(nth(SUMS, n + 3))}.
3. Liability. Neither party is liable for more than $1,000,000.`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n + 3),
        currency: 'USD',
        parties: [nth(FIRMS, n + 1), nth(BUYERS, n)],
        number: nth(NUMBERS, n + 1),
      },
    }),
  },
  {
    name: 'employment contract with labels',
    type: 'contract',
    make: n => ({
      text: `EMPLOYMENT CONTRACT
Employer: ${nth(FIRMS, n + 2)}
Employee: ${nth(PEOPLE, n + 2)}
Date: ${british(nth(DAYS, n + 2))}
Position: Accountant
Salary: the Employee receives a gross salary of €${money(nth(SUMS, n + 3))} per year, paid monthly.
Probation: three months.
Either side may end the contract with a month's notice.`,
      fields: {
        document_date: nth(DAYS, n + 2),
        amount: nth(SUMS, n + 3),
        currency: 'EUR',
        parties: [nth(FIRMS, n + 2), nth(PEOPLE, n + 2)],
      },
    }),
  },
  {
    name: 'non-disclosure agreement, numbered sides',
    type: 'contract',
    kept: true,
    make: n => ({
      text: `NON-DISCLOSURE AGREEMENT

Dated ${british(nth(DAYS, n + 3))}

BETWEEN
(1) ${nth(FIRMS, n + 2)}, registered in England under number 01234567 (the "Discloser"); and
(2) ${nth(BUYERS, n + 1)}, whose office is at 9 High Street, Bath (the "Recipient").

BACKGROUND
The parties wish to explore working together and will share confidential information.
1. The Recipient keeps the information secret for five years.`,
      fields: { document_date: nth(DAYS, n + 3), parties: [nth(FIRMS, n + 2), nth(BUYERS, n + 1)] },
    }),
  },
  {
    name: 'purchase of goods',
    type: 'contract',
    make: n => ({
      text: `SALES CONTRACT No. ${nth(NUMBERS, n + 2)}
Rotterdam, ${british(nth(DAYS, n))}

${nth(FIRMS, n + 4)}, hereinafter called the "Seller", and ${nth(BUYERS, n + 4)}, hereinafter called the "Buyer", have agreed as follows. This contract is concluded between ${nth(FIRMS, n + 4)} (the "Seller") and ${nth(BUYERS, n + 4)} (the "Buyer").
1. The Seller sells and the Buyer buys 40 tonnes of steel wire.
2. The contract price is EUR ${money(nth(SUMS, n + 1))}.
3. The Buyer shall pay the contract price no later than ${british(nth(LATER, n))}.
4. Late delivery: a penalty of EUR 200.00 per day.`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n + 1),
        currency: 'EUR',
        parties: [nth(FIRMS, n + 4), nth(BUYERS, n + 4)],
        number: nth(NUMBERS, n + 2),
        due_date: nth(LATER, n),
      },
    }),
  },
  {
    name: 'till receipt',
    type: 'receipt',
    make: n => ({
      text: `${nth(FIRMS, n + 2)}
12 Market Place, Wells
RECEIPT
Receipt No: ${nth(NUMBERS, n)}
${slashedUk(nth(DAYS, n + 2))} 17:31
Notebook A5      2 x 4.50      9.00
Fountain pen                  21.00
TOTAL                     £${money(nth(SUMS, n + 2))}
CASH                      £400.00
CHANGE                    £2.75
VAT included at 20%`,
      fields: {
        document_date: nth(DAYS, n + 2),
        amount: nth(SUMS, n + 2),
        currency: 'GBP',
        parties: [nth(FIRMS, n + 2)],
        number: nth(NUMBERS, n),
      },
    }),
  },
  {
    name: 'payment receipt from a shop in the net',
    type: 'receipt',
    kept: true,
    make: n => ({
      text: `Payment receipt

Hi ${nth(PEOPLE, n).split(' ')[0]}, thanks for your order.

Merchant: ${nth(FIRMS, n + 3)}
Paid by: ${nth(PEOPLE, n)}
Payment date: ${american(nth(DAYS, n + 1))}
Transaction ID: ${nth(NUMBERS, n + 1)}
Payment method: card ending 4242

Desk lamp            $${money(nth(SUMS, n) - 15)}
Shipping             $15.00
Total paid           $${money(nth(SUMS, n))}`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n),
        currency: 'USD',
        parties: [nth(FIRMS, n + 3), nth(PEOPLE, n)],
        number: nth(NUMBERS, n + 1),
      },
    }),
  },
  {
    name: 'receipt of rent written by hand',
    type: 'receipt',
    make: n => ({
      text: `RENT RECEIPT No. ${nth(NUMBERS, n + 3)}
Date: ${british(nth(DAYS, n + 3))}
Received from: ${nth(PEOPLE, n + 3)}
Amount: £${money(nth(SUMS, n))}
For: rent of the flat at 5 Quay Road
Received by: ${nth(PEOPLE, n + 1)}`,
      fields: {
        document_date: nth(DAYS, n + 3),
        amount: nth(SUMS, n),
        currency: 'GBP',
        parties: [nth(PEOPLE, n + 1), nth(PEOPLE, n + 3)],
        number: nth(NUMBERS, n + 3),
      },
    }),
  },
  {
    name: 'business letter',
    type: 'letter',
    make: n => ({
      text: `${nth(FIRMS, n)}
22 Mill Lane
York YO1 9QL

Our ref: ${nth(NUMBERS, n + 1)}
${british(nth(DAYS, n))}

${nth(BUYERS, n)}
8 Canal Street
Leeds LS2 7EW

Dear Ms Bennett,

Our records show an outstanding balance of £${money(nth(SUMS, n))} on your account.
Please settle it by ${british(nth(LATER, n))}.

Yours sincerely,

${nth(PEOPLE, n + 1)}
Credit control`,
      fields: {
        document_date: nth(DAYS, n),
        amount: nth(SUMS, n),
        currency: 'GBP',
        parties: [nth(FIRMS, n), nth(BUYERS, n)],
        number: nth(NUMBERS, n + 1),
        due_date: nth(LATER, n),
      },
    }),
  },
  {
    name: 'personal letter to a firm',
    type: 'letter',
    kept: true,
    make: n => ({
      text: `${american(nth(DAYS, n + 2))}

To: ${nth(BUYERS, n + 2)}

Dear Sir or Madam,

I am writing to complain about the service I received at your branch last week. The technician came two hours late and left without repairing anything. Please reply by ${american(nth(LATER, n + 2))}.

Sincerely,
${nth(PEOPLE, n + 2)}`,
      fields: {
        document_date: nth(DAYS, n + 2),
        parties: [nth(PEOPLE, n + 2), nth(BUYERS, n + 2)],
        due_date: nth(LATER, n + 2),
      },
    }),
  },
  {
    name: 'letter of offer',
    type: 'letter',
    make: n => ({
      text: `${nth(FIRMS, n + 1)}
${american(nth(DAYS, n + 1))}

${nth(PEOPLE, n)}
41 Cedar Drive
Denver, CO 80203

Dear ${nth(PEOPLE, n)},

We are pleased to offer you the position of analyst. Your annual salary will be $${money(nth(SUMS, n + 3))}.
Please confirm by ${american(nth(LATER, n + 1))}.

Best regards,
${nth(PEOPLE, n + 1)}
${nth(FIRMS, n + 1)}`,
      fields: {
        document_date: nth(DAYS, n + 1),
        amount: nth(SUMS, n + 3),
        currency: 'USD',
        parties: [nth(FIRMS, n + 1), nth(PEOPLE, n)],
        due_date: nth(LATER, n + 1),
      },
    }),
  },
  {
    name: 'invoice whose days could be read in two ways',
    type: 'invoice',
    make: n => ({
      text: `Invoice ${nth(NUMBERS, n)}
Date: 0${n + 3}/05/2024
Customer: ${nth(BUYERS, n)}
Total: ${money(nth(SUMS, n))}`,
      fields: { amount: nth(SUMS, n), parties: [nth(BUYERS, n)], number: nth(NUMBERS, n) },
    }),
  },
]
