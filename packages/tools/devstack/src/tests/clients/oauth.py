"""The two libraries by which Python programs get a key: they ask, a person consents, and the key is used."""

import json
import os
from urllib.parse import parse_qs, urlencode, urlsplit

os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"

import requests
from authlib.integrations.requests_client import OAuth2Session as Authlib
from requests_oauthlib import OAuth2Session as RequestsOAuthlib

API, ID, SECRET, TOKEN = (os.environ[name] for name in ("API", "CLIENT_ID", "CLIENT_SECRET", "TOKEN"))
CALLBACK = "https://tool.example.com/callback"
ORIGIN = API.removesuffix("/api/v1")
SERVER = requests.get(f"{ORIGIN}/.well-known/oauth-authorization-server").json()


def consent(url):
    asked = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items() if name != "response_type"}
    reply = requests.post(f"{API}/oauth/authorize", json=asked, headers={"Authorization": f"Bearer {TOKEN}"}).json()
    return f"{CALLBACK}?{urlencode({'code': reply['code'], 'state': reply['state'], 'iss': ORIGIN})}"


def requests_oauthlib():
    session = RequestsOAuthlib(ID, redirect_uri=CALLBACK, scope=["scrape"])
    url, _ = session.authorization_url(SERVER["authorization_endpoint"])
    session.fetch_token(SERVER["token_endpoint"], authorization_response=consent(url), client_secret=SECRET)
    return session.get(f"{API}/usage").status_code


def authlib(method):
    session = Authlib(
        ID,
        SECRET,
        token_endpoint_auth_method=method,
        scope="scrape",
        redirect_uri=CALLBACK,
        code_challenge_method="S256",
    )
    verifier = "v" * 50
    url, state = session.create_authorization_url(SERVER["authorization_endpoint"], code_verifier=verifier)
    token = session.fetch_token(SERVER["token_endpoint"], authorization_response=consent(url), code_verifier=verifier, state=state)
    status = session.get(f"{API}/usage").status_code
    active = session.introspect_token(SERVER["introspection_endpoint"], token=token["access_token"]).json()["active"]
    return [status, active, session.revoke_token(SERVER["revocation_endpoint"], token=token["access_token"]).status_code]


print(json.dumps([requests_oauthlib(), authlib("client_secret_basic"), authlib("client_secret_post")]))
