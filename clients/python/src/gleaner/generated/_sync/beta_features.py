# Written by `npm run docs` from the asynchronous client. Do not edit.
"""Calls of `beta_features`."""
from __future__ import annotations

from datetime import date as Date, datetime as DateTime
from typing import Any, Iterator, Dict, List, Mapping, Optional, Type, Union, overload

import httpx
from typing_extensions import Literal

from gleaner._sync.group import Group
from gleaner.events import StreamEvent
from gleaner.generated import models as m, operations as o, params as p
from gleaner.request import OMIT, File, RequestOptions


class BetaFeaturesApi(Group):
    def list(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BetaFeatureList:
        """List the operator's beta features, and which of them your account has switched on.

        Takes 1 rate-limit token.

        `GET /beta-features`
        """
        reply: m.BetaFeatureList = self._transport.call(o.LIST_BETA_FEATURES, request_options)
        return reply

    def mine(
        self,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BetaFeatureSlugs:
        """List the features that are on for your account.

        Takes 1 rate-limit token.

        `GET /beta-features/my`
        """
        reply: m.BetaFeatureSlugs = self._transport.call(o.LIST_MY_BETA_FEATURES, request_options)
        return reply

    def enable(
        self,
        slug: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BetaFeatureSwitched:
        """Switch a beta feature on.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `POST /beta-features/{slug}/enable`
        """
        reply: m.BetaFeatureSwitched = self._transport.call(o.ENABLE_BETA_FEATURE, request_options, path=[("slug", slug)])
        return reply

    def disable(
        self,
        slug: str,
        *,
        request_options: Optional[RequestOptions] = None,
    ) -> m.BetaFeatureSwitched:
        """Switch a beta feature off.

        Takes 2 rate-limit tokens.

        In an organization: for admins and the owner.

        `POST /beta-features/{slug}/disable`
        """
        reply: m.BetaFeatureSwitched = self._transport.call(o.DISABLE_BETA_FEATURE, request_options, path=[("slug", slug)])
        return reply
