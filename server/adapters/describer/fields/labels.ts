import { labels } from './lines.ts'

/** What papers call their parts, in Russian, English, German, Spanish, French and Dutch. */

export const NUMBER = {
  invoice:
    labels(`invoice number, invoice no, invoice nr, invoice #, invoice id, invoice num, inv no, inv #, tax invoice no, bill no, bill number,
    invoice ref, invoice reference, document number, document no, номер счета, счет №, счет номер, № счета, номер документа,
    rechnungsnummer, rechnungsnr, rechnung nr, rechnungs-nr, número de factura, factura nº, nº de factura, nº factura, factura n.º,
    factuurnummer, factuurnr, numéro de facture, facture n°, facture no, n° de facture, n° facture, счет-фактура №, счет-фактура`),
  receipt:
    labels(`receipt number, receipt no, receipt nr, receipt #, receipt id, transaction id, transaction no, transaction number, transaction #,
    чек №, номер чека, чек n, номер квитанции, квитанция №, кассовый чек №, товарный чек №, номер документа, номер операции, номер перевода`),
  contract:
    labels(`contract number, contract no, contract #, agreement number, agreement no, agreement #, lease no, lease number,
    номер договора, договор №, номер соглашения`),
  act: labels('act no, act number, certificate no, номер акта, акт №, номер документа'),
  letter:
    labels(`our ref, our reference, reference number, reference no, ref no, ref, our file, исх. №, исх №, исх, исходящий №, исходящий номер,
    рег. №, unser zeichen`),
}

export const DATE = {
  invoice:
    labels(`invoice date, date of invoice, date of issue, issue date, issued on, issued, date issued, bill date, billing date, invoice issued,
    date invoiced, tax point, date, дата счета, дата выставления, дата выставления счета, дата составления, дата документа, дата,
    rechnungsdatum, ausstellungsdatum, datum, fecha de factura, fecha de emisión, fecha,
    factuurdatum, date de facture, date de la facture, date d'émission, date d’émission`),
  receipt:
    labels(`receipt date, transaction date, date of payment, payment date, date paid, paid on, date and time, date/time, date, sale date,
    дата чека, дата платежа, дата оплаты, дата и время, дата/время, дата операции, дата совершения операции, дата, datum, fecha`),
  contract:
    labels(`contract date, agreement date, date of agreement, date of contract, date of this agreement, dated, date signed, effective date,
    date, дата заключения, дата договора, дата подписания, дата`),
  act: labels('date, date of completion, дата акта, дата составления, дата'),
  letter: labels('date, letter date, дата, дата письма, от, datum, fecha'),
}

export const DUE =
  labels(`due date, payment due date, payment due, payment due by, payment due on, due by, due on, pay by, please pay by, payable by,
  payment deadline, amount due by, due, respond by, reply by, response due, response due by, срок оплаты, срок оплаты до, срок платежа, оплатить до,
  оплата до, оплатить не позднее, к оплате до, срок оплаты счета, срок оплаты по счету, дата оплаты до, оплатить в срок до, срок ответа, ответить до,
  zahlbar bis, fällig am, fälligkeitsdatum, zahlungsziel, fecha de vencimiento, vencimiento, pagar antes de,
  vervaldatum, uiterste betaaldatum, date d'échéance, date d’échéance, échéance`)

/** Sums, the most telling label first. */
export const SUM: Record<'invoice' | 'receipt', ReturnType<typeof labels>[]> = {
  invoice: [
    labels(`total due, amount due, balance due, total amount due, total payable, amount payable, grand total, total to pay, please pay, total balance due,
      всего к оплате, итого к оплате, к оплате, сумма к оплате, всего с ндс к оплате, к доплате, zu zahlen, zahlbetrag, zahlungsbetrag, total a pagar, importe a pagar,
      te betalen, totaal te betalen, net à payer, montant à payer, total ttc`),
    labels(`invoice total, total amount, total invoice amount, total incl. vat, total incl vat, total including vat, total (incl. vat), total inc. vat, total with vat,
      total inc vat, gross total, total gross, total usd, total eur, total gbp, итого с ндс, всего с ндс, сумма счета, общая сумма, итоговая сумма, сумма с ндс, всего по счету, стоимость с ндс,
      gesamtbetrag, rechnungsbetrag, gesamtsumme, bruttobetrag, importe total, total factura, totaalbedrag, totaal incl. btw, montant total, montant ttc`),
    labels('total, totals, итого, итог, всего, summe, gesamt, amount, invoice amount, сумма'),
    labels('total price, total cost, общая стоимость, полная стоимость, стоимость, стоимость услуг'),
  ],
  receipt: [
    labels(`total paid, amount paid, total amount, grand total, amount received, payment amount, total charged, total due, order total, итог, итого к оплате, итого,
      всего к оплате, к оплате, всего оплачено, итого оплачено, сумма платежа, сумма оплаты, сумма перевода, сумма операции, принято, получено, всего`),
    labels('total, paid, amount, сумма, оплачено, summe, gesamt'),
    labels('total price, total cost, price, общая стоимость, полная стоимость, стоимость, стоимость услуг'),
  ],
}

/** In papers of no kind, with the money behind it; the most telling first. */
export const PRICES = [
  labels(`total price, total cost, total amount, total due, total paid, amount due, amount paid, grand total, total, итого к оплате, всего к оплате, к оплате,
    итого, всего, итоговая сумма, общая сумма, сумма к оплате, общая стоимость, полная стоимость`),
  labels('price, cost, стоимость, стоимость услуг, стоимость услуги, стоимость приема, цена'),
]

export const DAY = labels(
  'date, issued, date of issue, issue date, дата, дата выдачи, дата составления, дата документа, дата приема, дата исследования, дата взятия, дата взятия биоматериала',
)

export const SELLER =
  labels(`seller, supplier, vendor, from, issued by, bill from, billed by, sold by, provider, service provider, contractor, merchant, payee,
  company, received by, remit to, landlord, lessor, licensor, employer, lender, disclosing party, first party, party a, раскрывающая сторона, сторона 1, заимодавец, поставщик, исполнитель, продавец, подрядчик, арендодатель, поставщик (исполнитель), исполнитель (поставщик),
  организация, получатель, получатель платежа, получатель средств, наименование организации, лицензиар, работодатель, займодавец, verkäufer, lieferant, proveedor, vendedor,
  fournisseur, vendeur, leverancier`)

export const BUYER =
  labels(`buyer, bill to, billed to, sold to, customer, customer name, client, client name, invoice to, invoiced to, purchaser, to, tenant, lessee, licensee, employee, borrower, receiving party, second party, party b, guest, получающая сторона, принимающая сторона, сторона 2, должник,
  received from, payer, paid by, покупатель, заказчик, покупатель (заказчик), заказчик (покупатель), плательщик, клиент, арендатор, принято от, получено от, отправитель,
  внес, лицензиат, работник, заемщик, käufer, kunde, cliente, comprador, acheteur, klant`)

export const ALL = [
  ...Object.values(NUMBER).flat(),
  ...Object.values(DATE).flat(),
  ...DUE,
  ...SUM.invoice.flat(),
  ...SUM.receipt.flat(),
  ...SELLER,
  ...BUYER,
  ...PRICES.flat(),
  ...DAY,
  ...labels(`ship to, delivery address, address, payment terms, terms, po number, po, purchase order, order number, order no, order, customer number, customer no,
    account, account number, tax id, vat, vat no, vat number, subtotal, sub total, tax, phone, tel, email, e-mail, description, quantity, unit price, qty, price,
    адрес, инн, кпп, бик, грузополучатель, грузоотправитель, основание, ндс, без ндс, наименование, количество, цена, кассир, смена, телефон, банк получателя,
    klantnummer, bestelnummer, ordernummer, btw, kvk, montant ht, tva, numéro de dossier, numéro de client`),
]
