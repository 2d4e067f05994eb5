"""Makes sure that the browser tests have a Chromium and a font to draw with; run by `make test`.

Does nothing where both are there. As root on Debian it installs them with apt; elsewhere it says the one
command to type and fails. `CHROMIUM=/path/to/chromium` names a browser of one's own.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts")
APT = ("apt-get", "-o", "DPkg::Lock::Timeout=300")


def find_chromium() -> str | None:
    """The path of the browser to test with, or None."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def has_font() -> bool:
    """Whether there is any font; without one Chromium draws empty boxes and measures text as nothing."""
    if sys.platform != "linux":
        return True
    folders = (Path(folder).expanduser() for folder in FONT_FOLDERS)
    return any(next(folder.rglob("*.[to]t[fc]"), None) for folder in folders)


def missing_packages() -> list[str]:
    """The Debian packages that would bring what is missing."""
    packages = [] if find_chromium() else ["chromium"]
    return packages if has_font() else [*packages, "fonts-dejavu-core"]


def apt_install(packages: list[str]) -> None:
    """Install packages with apt, whose words go to standard error; raises CalledProcessError."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", *packages]):
        subprocess.run(
            [*APT, *command], check=True, env=environment, stdin=subprocess.DEVNULL, stdout=sys.stderr
        )


def main() -> None:
    """Install what is missing; exits with a sentence and status 1 if it can't."""
    packages = missing_packages()
    if not packages:
        return
    if (named := os.environ.get("CHROMIUM")) and "chromium" in packages:
        sys.exit(f"CHROMIUM={named} is not a program that can be run.")
    command = f"apt-get update && apt-get install -y {' '.join(packages)}"
    if not shutil.which("apt-get") or os.geteuid() != 0:
        sys.exit(
            f"The browser tests need {' and '.join(packages)}. On Debian, type:\n  sudo sh -c '{command}'\n"
            "With a Chromium elsewhere: make test CHROMIUM=/path/to/chromium"
        )
    sys.stderr.write(f"Installing {' and '.join(packages)} for the browser tests …\n")
    try:
        apt_install(packages)
    except subprocess.CalledProcessError:
        sys.exit(f"It could not be installed. Try it by hand: {command}")
    if still := missing_packages():
        sys.exit(f"{' and '.join(still)} can't be found although apt installed it. Try it by hand: {command}")


if __name__ == "__main__":
    main()
