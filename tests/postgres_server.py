"""A PostgreSQL server of our own, for as long as the tests run."""

import getpass
import os
import shutil
import subprocess
import tempfile
import uuid
from pathlib import Path

import pytest
from needs import program


def _owner():
    """Return the name of a user who may run a server; root may not."""
    if os.geteuid() != 0:
        return getpass.getuser()
    import pwd  # which Windows, where every test loads this file, does not have

    names = {user.pw_name for user in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


@pytest.fixture(scope="session")
def postgres_url():
    """Start a server that listens to a socket in a folder only; return its URL."""
    initdb, control, owner = program("initdb"), program("pg_ctl"), _owner()
    # not pytest's folder, which only its owner may enter; sockets need short paths
    folder = Path(tempfile.mkdtemp(prefix="nights"))
    root = os.geteuid() == 0
    if root:
        shutil.chown(folder, owner)
    who = {"user": owner} if root else {}
    data = folder / "data"

    def run(*command):
        done = subprocess.run(
            command, capture_output=True, text=True, cwd=folder, check=False, timeout=120, **who
        )
        assert done.returncode == 0, done.stdout + done.stderr

    settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
    try:
        run(initdb, "-D", data, "-U", "nights", "-A", "trust", "--no-sync", "-E", "UTF8")
        run(control, "-D", data, "-w", "-l", folder / "log", "-o", settings, "start")
        yield f"postgresql://nights@/postgres?host={folder}"
    finally:
        if (data / "postmaster.pid").exists():
            run(control, "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder)


@pytest.fixture
def postgres(postgres_url):
    """Return a URL of an empty schema on that server."""
    import psycopg

    name = f"t{uuid.uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {name}")
    return f"{postgres_url}&options=-csearch_path%3D{name}"
