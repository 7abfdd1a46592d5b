"""A profile: one identity, owner-only, one process at a time."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from keep_p2p.store import profile as profiles
from keep_p2p.store.health import profile_health
from keep_p2p.store.profile import ProfileError, ProfileInUse, first_free, home, open_profile, temporary_profile

posix_only = pytest.mark.skipif(os.name != "posix", reason="mode bits mean nothing on Windows")

HOLD_A_PROFILE = """
import sys
from keep_p2p.store.profile import open_profile
profile = open_profile("shared")
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_home_is_where_the_environment_says(own_home: Path) -> None:
    assert home() == own_home


def test_a_home_of_nobodys_is_a_folder_of_that_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", "~nobody-of-that-name/games")
    assert home() == Path("~nobody-of-that-name/games")


def test_a_home_of_too_long_a_name_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KEEP_P2P_HOME", str(tmp_path / ("x" * 5_000)))
    assert not profile_health().there
    with pytest.raises(ProfileError, match="cannot be used"):
        open_profile()


def test_home_is_in_the_users_data_folder_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KEEP_P2P_HOME")
    assert home().name == "keep-p2p"


def test_an_identity_is_made_once_and_kept() -> None:
    with open_profile() as first:
        seed = first.seed
    with open_profile() as again:
        assert again.seed == seed
    assert len(seed) == 32


def test_profiles_have_identities_of_their_own() -> None:
    with open_profile("one") as one, open_profile("two") as two:
        assert one.seed != two.seed


@posix_only
def test_key_and_folder_are_readable_by_their_owner_only() -> None:
    old = os.umask(0)
    try:
        with open_profile() as profile:
            assert mode(profile.folder) == 0o700
            assert mode(profile.folder / "identity.key") == 0o600
            assert mode(profile.folder / "lock") == 0o600
    finally:
        os.umask(old)


@posix_only
def test_an_exposed_key_is_tightened_and_its_owner_warned() -> None:
    with open_profile() as profile:
        key = profile.folder / "identity.key"
        assert profile.warnings == ()
    key.chmod(0o644)
    with open_profile() as again:
        assert mode(key) == 0o600
        assert len(again.warnings) == 1
        assert str(key) in again.warnings[0]


@posix_only
def test_a_key_that_cannot_be_hidden_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "is_exposed", lambda path: path.name == "identity.key")
    with pytest.raises(ProfileError, match="KEEP_P2P_HOME"):
        open_profile()
    monkeypatch.undo()
    monkeypatch.setenv("KEEP_P2P_HOME", str(home()))


@posix_only
def test_an_exposed_folder_is_tightened() -> None:
    with open_profile() as profile:
        folder = profile.folder
    folder.chmod(0o755)
    with open_profile():
        assert mode(folder) == 0o700


@pytest.mark.parametrize("content", [b"", b"zz", b"00" * 31, b"00" * 33, b"\xff" * 32], ids=repr)
def test_a_damaged_key_is_refused_and_kept(content: bytes) -> None:
    with open_profile() as profile:
        key = profile.folder / "identity.key"
    key.write_bytes(content)
    with pytest.raises(ProfileError, match="damaged"):
        open_profile()
    assert key.read_bytes() == content
    key.unlink()
    with open_profile():  # the refusal has not kept the lock
        pass


@pytest.mark.parametrize("name", ["", ".", "..", "a/b", "a\\b", "Upper", "con", "com1", "-x", "a" * 33, "a b", "é"])
def test_a_name_that_is_no_plain_folder_name_is_refused(name: str) -> None:
    with pytest.raises(ProfileError, match="name"):
        open_profile(name)


def test_one_identity_sits_once_in_one_process() -> None:
    with open_profile() as profile:
        with pytest.raises(ProfileInUse, match="start this window as another player, with --profile second"):
            open_profile()
        assert profile.folder.exists()
    with open_profile():
        pass


def test_whoever_sits_as_the_second_player_is_proposed_a_third() -> None:
    with open_profile("second"), pytest.raises(ProfileInUse, match="--profile third"):
        open_profile("second")


def test_one_identity_sits_once_across_processes_and_is_free_when_its_holder_is_killed() -> None:
    command = [sys.executable, "-c", HOLD_A_PROFILE]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(ProfileInUse, match=str(holder.pid)):
            open_profile("shared")
        with open_profile("another"):
            pass
        holder.kill()
        holder.wait()
    with open_profile("shared"):
        pass


def test_computer_players_take_the_first_free_profile() -> None:
    with first_free("bot") as one:
        with first_free("bot") as two:
            assert (one.name, two.name) == ("bot-1", "bot-2")
        with first_free("bot") as again:
            assert again.name == "bot-2"
            assert again.seed == two.seed


def test_the_search_for_a_free_profile_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profiles, "MAX_FREE_PROFILES", 2)
    with first_free("bot"), first_free("bot"), pytest.raises(ProfileInUse, match="All 2"):
        first_free("bot")


def test_a_temporary_profile_leaves_nothing_behind() -> None:
    with temporary_profile() as profile:
        folder = profile.folder
        assert (folder / "identity.key").exists()
    assert not folder.exists()
    assert not home().exists()


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(own_home: Path) -> None:
    own_home.write_text("a file where the folder should be")
    with pytest.raises(ProfileError, match="KEEP_P2P_HOME") as caught:
        open_profile()
    assert caught.value.exit_status == 2


def test_the_seed_is_in_no_log() -> None:
    with open_profile() as profile:
        assert profile.seed.hex() not in repr(profile)
        assert repr(profile.seed) not in repr(profile)
