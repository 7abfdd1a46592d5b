"""A browser for the tests: Debian's chromium, spoken to over the W3C WebDriver protocol with the standard library.

The few commands needed are plain HTTP and JSON, so no package is wanted for them, and none may fetch a driver of its
own from the network.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMEDRIVER = shutil.which("chromedriver")
MISSING = "" if CHROMIUM and CHROMEDRIVER else "needs Debian's packages chromium and chromium-driver"

ANSWER_TIME = 120
"""Seconds until a command that gets no answer fails: a hang, not a measure of speed."""

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The key of an element's reference, fixed by the WebDriver standard."""

KEYS = {
    "left": "\ue012",
    "right": "\ue014",
    "home": "\ue011",
    "end": "\ue010",
    "page-up": "\ue00e",
    "page-down": "\ue00f",
    "space": " ",
    "tab": "\ue004",
    "enter": "\ue007",
}
"""WebDriver's code points for keys that are no characters."""


class Browser:
    """One browser window."""

    def __init__(self, server: str, session: str) -> None:
        self._base = f"{server}/session/{session}"

    def open(self, path: Path) -> None:
        self._post("/url", url=path.resolve().as_uri())

    def leave_first_page(self) -> None:
        """Go from the browser's own first page to an empty one, and forget what that asked for."""
        self._post("/url", url="about:blank")
        self.console()
        self.requests()

    def run(self, script: str, *arguments: Any) -> Any:
        """The value that the body of a function returns in the page."""
        return self._post("/execute/sync", script=script, args=list(arguments))

    def wait_for(self, condition: str) -> None:
        """Return once an expression holds in the page; the test fails if it never does."""
        script = (
            "const done = arguments[arguments.length - 1];"
            f"const look = () => ({condition}) ? done(true) : setTimeout(look, 20); look();"
        )
        assert self._post("/execute/async", script=script, args=[]) is True

    def find(self, css: str) -> str:
        found: dict[str, str] = self._post("/element", using="css selector", value=css)
        return found[ELEMENT]

    def click(self, css: str) -> None:
        self._post(f"/element/{self.find(css)}/click")

    def press(self, *keys: str) -> None:
        """Press keys by name (`KEYS`) or as characters, wherever the focus is."""
        actions = []
        for key in keys:
            value = KEYS.get(key, key)
            actions += [{"type": "keyDown", "value": value}, {"type": "keyUp", "value": value}]
        self._post("/actions", actions=[{"type": "key", "id": "keyboard", "actions": actions}])

    def text(self, css: str) -> str:
        found: str = self._request("GET", f"/element/{self.find(css)}/text")
        return found

    def size(self, width: int, height: int) -> None:
        """Give the page a viewport of so many CSS pixels, as a phone's or a desktop's."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
        self.devtools("Emulation.setDeviceMetricsOverride", metrics)

    def media(self, **features: str) -> None:
        """Media features by name, with underscores for dashes: ``prefers_color_scheme="light"``."""
        told = [{"name": name.replace("_", "-"), "value": value} for name, value in features.items()]
        self.devtools("Emulation.setEmulatedMedia", {"features": told})

    def devtools(self, command: str, parameters: dict[str, Any]) -> Any:
        return self._post("/goog/cdp/execute", cmd=command, params=parameters)

    def picture(self, path: Path) -> None:
        """A PNG of the viewport."""
        path.write_bytes(base64.b64decode(self._request("GET", "/screenshot")))

    def console(self) -> list[str]:
        """What the browser complained of since the last look."""
        return [f"{entry['level']}: {entry['message']}" for entry in self._post("/se/log", type="browser")]

    def requests(self) -> list[str]:
        """The addresses of everything the page asked for since the last look."""
        messages = [json.loads(entry["message"])["message"] for entry in self._post("/se/log", type="performance")]
        sent = [message for message in messages if message["method"] == "Network.requestWillBeSent"]
        return [message["params"]["request"]["url"] for message in sent]

    def close(self) -> None:
        self._request("DELETE", "")

    def _post(self, path: str, **body: Any) -> Any:
        return self._request("POST", path, body)

    def _request(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        return call(method, self._base + path, body)


def call(method: str, url: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json"}, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=ANSWER_TIME) as response:
            return json.load(response)["value"]
    except urllib.error.HTTPError as error:
        raise AssertionError(f"{method} {url}: {json.load(error)['value']['message']}") from None


@contextmanager
def browser(profile: Path) -> Iterator[Browser]:
    """A headless browser with a fresh profile in an empty folder."""
    assert CHROMIUM and CHROMEDRIVER, MISSING
    driver = subprocess.Popen([CHROMEDRIVER, "--port=0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        server = f"http://127.0.0.1:{_port(driver)}"
        session = call("POST", f"{server}/session", {"capabilities": {"alwaysMatch": _wanted(profile)}})
        window = Browser(server, session["sessionId"])
        try:
            window.leave_first_page()
            yield window
        finally:
            window.close()
    finally:
        driver.terminate()
        driver.wait(ANSWER_TIME)
        if driver.stdout is not None:
            driver.stdout.close()


def _port(driver: subprocess.Popen[str]) -> int:
    assert driver.stdout is not None
    for line in driver.stdout:
        found = re.search(r"started successfully on port (\d+)", line)
        if found:
            return int(found[1])
    raise AssertionError("chromedriver ended before it had a port")


def _wanted(profile: Path) -> dict[str, Any]:
    return {
        "browserName": "chrome",
        "timeouts": {"script": ANSWER_TIME * 1000},
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        "goog:chromeOptions": {
            "binary": CHROMIUM,
            "args": [
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--disable-dev-shm-usage",
                f"--user-data-dir={profile}",
            ],
        },
    }
