#!/usr/bin/python3
"""A person signs in at the console and makes an API token there, as the page of tokens does: sign_in.py URL NAME PASSWORD CA-PIN

Prints the environment for `iwtune fleet`. The console's certificate is not checked: its authority is known by its pin alone.
"""
import http.cookiejar, json, re, ssl, sys, urllib.parse, urllib.request

url, name, password, pin = sys.argv[1:]
unchecked = ssl.create_default_context()
unchecked.check_hostname, unchecked.verify_mode = False, ssl.CERT_NONE
browser = urllib.request.build_opener(
    urllib.request.HTTPSHandler(context=unchecked), urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
)


def forgery_field(page):
    return re.search(r'name="__RequestVerificationToken"[^>]*value="([^"]+)"', browser.open(url + page).read().decode())[1]


def submit(page, handler, fields):
    """The page that follows."""
    form = {"_handler": handler, "__RequestVerificationToken": forgery_field(page), **fields}
    return browser.open(url + page, urllib.parse.urlencode(form).encode()).geturl()


if "/sign-in/new-password" in submit("/sign-in", "sign-in", {"Input.Name": name, "Input.Password": password}):
    submit("/sign-in/new-password", "new-password", {"Input.Wanted": "own " + password})
wanted = {"kind": "Api", "name": name, "personal": True, "lifeSeconds": 3600}
headers = {"Content-Type": "application/json", "RequestVerificationToken": forgery_field("/access")}
made = json.load(browser.open(urllib.request.Request(url + "/api/v1/tokens", json.dumps(wanted).encode(), headers)))
print(f"export IWTUNE_SERVER={url} IWTUNE_TOKEN={made['token']} IWTUNE_CA_PIN={pin}")
