# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `billing`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class BillingApi(Group):
    def balance(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BillingBalance:
        """The account's balance.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /billing/balance`
        """
        reply: m.BillingBalance = self._transport.call(o.GET_BILLING_BALANCE, request_options)
        return reply

    def usage(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BillingUsage:
        """What the account has used today, this week and this month, and at which domains.

        Takes 1 rate-limit token.

        A key that a tool got by OAuth may call it.

        `GET /billing/usage`
        """
        reply: m.BillingUsage = self._transport.call(o.GET_BILLING_USAGE, request_options)
        return reply

    def transactions(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        kind: Optional[Literal["deposit", "charge", "refund", "dispute", "reinstatement"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.TransactionList:
        """The account's deposits and charges, newest first.

        Takes 1 rate-limit token.

        `GET /billing/transactions`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
            cursor: The `next_cursor` of the page before, which reads on however long the list is.
            kind: Only entries of this kind.
        """
        reply: m.TransactionList = self._transport.call(o.LIST_TRANSACTIONS, request_options, query={"limit": limit, "offset": offset, "cursor": cursor, "kind": kind})
        return reply

    def all_transactions(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        cursor: Optional[str] = OMIT,
        kind: Optional[Literal["deposit", "charge", "refund", "dispute", "reinstatement"]] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.Transaction]:
        """Every entry of `transactions`, page by page as they are asked for."""
        return self._every(o.LIST_TRANSACTIONS, request_options, query={"limit": limit, "offset": offset, "cursor": cursor, "kind": kind}, by="cursor", entries="transactions")

    def receipts(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> m.ReceiptList:
        """List the account's payments, newest first.

        Takes 1 rate-limit token.

        `GET /billing/receipts`

        Args:
            limit: Most entries of the reply.
            offset: Entries that are passed over: those of the pages before.
        """
        reply: m.ReceiptList = self._transport.call(o.LIST_RECEIPTS, request_options, query={"limit": limit, "offset": offset})
        return reply

    def all_receipts(
        self,
        *,
        limit: Optional[int] = OMIT,
        offset: Optional[int] = OMIT,
        request_options: Optional[RequestOptions] = None,
    ) -> Iterator[m.Receipt]:
        """Every entry of `receipts`, page by page as they are asked for."""
        return self._every(o.LIST_RECEIPTS, request_options, query={"limit": limit, "offset": offset}, by="offset", entries="receipts")

    def get_receipt(
        self,
        receipt_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """Download the receipt of a payment, a page to print.

        Takes 1 rate-limit token.

        `GET /billing/receipts/{receipt_id}`
        """
        reply: httpx.Response = self._transport.call(o.GET_RECEIPT, request_options, path=[("receipt_id", receipt_id)])
        return reply

    def receipt_page(
        self,
        receipt_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """A receipt in the browser, by the signed link that the list gives.

        `GET /billing/receipts/{receipt_id}/page`
        """
        reply: httpx.Response = self._transport.call(o.SHOW_RECEIPT_PAGE, request_options, path=[("receipt_id", receipt_id)])
        return reply

    def checkout(
        self,
        amount_cents: int,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.CheckoutCreated:
        """Buy credits: gives the address of a page on which to pay.

        The credits are on the balance once the payment provider has confirmed the payment. Not for test
        keys.

        Takes 2 rate-limit tokens and, while it lasts, one of the account's slots for concurrent requests.

        In an organization: for admins and the owner.

        At most 5 requests per minute from one IP address.

        Takes an `Idempotency-Key`.

        `POST /billing/checkout`

        Args:
            amount_cents: What to pay, in US cents: 5 to 2,000 dollars.
        """
        reply: m.CheckoutCreated = self._transport.call(o.CREATE_CHECKOUT, request_options, body={"amount_cents": amount_cents})
        return reply

    def get_checkout(
        self,
        checkout_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.Checkout:
        """Read whether a checkout has been paid.

        Takes 1 rate-limit token.

        `GET /billing/checkout/{checkout_id}`
        """
        reply: m.Checkout = self._transport.call(o.GET_CHECKOUT, request_options, path=[("checkout_id", checkout_id)])
        return reply

    def payment_page(
        self,
        checkout_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """The built-in payment page of development, by the signed link that a checkout gives.

        `GET /billing/checkout/{checkout_id}/pay`
        """
        reply: httpx.Response = self._transport.call(o.SHOW_PAYMENT_PAGE, request_options, path=[("checkout_id", checkout_id)])
        return reply

    def pay(
        self,
        checkout_id: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """What the button of the built-in payment page does: credits at once, and once.

        `POST /billing/checkout/{checkout_id}/pay`
        """
        reply: httpx.Response = self._transport.call(o.PAY_CHECKOUT, request_options, path=[("checkout_id", checkout_id)])
        return reply

    def cancelled_page(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """The page that a payer returns to who did not pay.

        `GET /billing/payment/cancelled`
        """
        reply: httpx.Response = self._transport.call(o.SHOW_CHECKOUT_CANCELLED, request_options)
        return reply

    def success_page(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> httpx.Response:
        """The page that a payer returns to.

        `GET /billing/payment/success`
        """
        reply: httpx.Response = self._transport.call(o.SHOW_CHECKOUT_SUCCESS, request_options)
        return reply

    def stripe_event(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.EventReceived:
        """Takes the signed events of the payment provider.

        `POST /billing/webhooks/stripe`
        """
        reply: m.EventReceived = self._transport.call(o.RECEIVE_STRIPE_EVENT, request_options)
        return reply
