"""_draw.py - robotsc.draw: the automaton of a robot as a picture.

SPDX-License-Identifier: Apache-2.0
"""
import shutil
import subprocess
from dataclasses import dataclass, field

from ._html import Html, element
from ._robotsc import Agent
from ._texts import octets

LARGEST = 30000  # octets of input that Graphviz lays out within a second or two
SECONDS = 10  # it is stopped after this time


@dataclass(frozen=True)
class Drawing:
    """The automaton of a robot.  Notebooks show it; it prints as 'robotsc inspect --dot' does.

    dot  in the language of Graphviz
    svg  the picture; None: it could not be made
    why  why it could not be made
    """

    dot: str = field(repr=False)
    svg: str | None = field(repr=False)
    why: str | None

    def __str__(self) -> str:
        return self.dot.removesuffix("\n")

    def _repr_html_(self) -> str:
        if self.svg is not None:
            return Html(self.svg[self.svg.index("<svg"):])
        return element("div", element("p", self.why or ""), element("pre", self.dot[:LARGEST]))


def render(dot: str) -> tuple[str | None, str | None]:
    """The picture from the program dot, or why it could not be made."""
    program = shutil.which("dot")
    if program is None:
        return None, "There is no program dot, so this is its input; Debian's package graphviz has it."
    if len(dot) > LARGEST:
        return None, f"The automaton is too large to draw ({len(dot)} octets); this is its text."
    try:
        done = subprocess.run([program, "-Tsvg"], input=octets(dot), stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False,
                              timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, f"The program dot took more than {SECONDS} seconds; this is its input."
    if done.returncode or b"<svg" not in done.stdout:
        return None, "The program dot failed; this is its input."
    return done.stdout.decode("utf-8", "replace"), None


def draw(agent: Agent) -> Drawing:
    """Draw the automaton of a robot, with Graphviz's program dot where it is there.  docs/python.md

    A green node allows a path that ends there, a red one disallows it.
    """
    if not isinstance(agent, Agent):
        raise TypeError(f"draw takes an Agent, such as policy.agent('ExampleBot'), not {type(agent)}")
    dot = agent.dot()
    return Drawing(dot, *render(dot))
