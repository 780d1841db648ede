"""Pango, the library that sets the text of PDFs, and the way to it on each system."""

import platform

from benchreport.wording.shell.doctor import INSTALL_PANGO


def install_pango(system: str = "") -> str:
    """Say what installs Pango.

    Parameters
    ----------
    system
        A system as `platform.system` names it; by default this one.

    Examples
    --------
    >>> install_pango("Darwin").partition(";")[0], install_pango("FreeBSD")
    ('brew install pango', 'apt-get install libpango-1.0-0 libpangoft2-1.0-0')
    """
    return INSTALL_PANGO.get(system or platform.system(), INSTALL_PANGO["Linux"])
