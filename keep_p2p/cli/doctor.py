"""`keep-p2p doctor`: whether this machine can play, and what to do if not."""

from __future__ import annotations

from pathlib import Path

import click

from keep_p2p.cli import options


@click.command()
@click.argument("target", metavar="[HOST:PORT]", required=False)
@click.option("--port", type=options.PORT, metavar="PORT", help="Try to listen on this port.")
@click.option("--profile", metavar="PROFILE", help="Whose files to look at.")
@options.packs
def doctor(target: str | None, port: int | None, profile: str | None, board: Path | None, deck: Path | None) -> int:
    r"""Look at all that play needs, in some seconds: what is wrong, and what to do about it.

    Interfaces and addresses, whether a port can be opened and reached, whether multicast comes back, what a firewall is
    likely to do, who else is in sight and with which version, your profile's files, and this terminal. With HOST:PORT
    it also tries to reach a table there. Start it on two machines at the same time, and they try each other.

    Exit status: 0 you can play, 1 something stops play.

    \b
    Examples:
      keep-p2p doctor
      keep-p2p doctor --port 4711
      keep-p2p doctor 192.168.1.20:4711
    """
    from keep_p2p.app.doctor import DoctorOptions, run_doctor

    return run_doctor(DoctorOptions(port=port, target=target, profile=profile, board=board, deck=deck))
