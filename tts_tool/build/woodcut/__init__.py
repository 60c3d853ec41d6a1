"""The drawing kit: ink, woodcut light and fog for pictures that templates draw with a few calls.

    strokes    tubes, closed shapes, thorns, hands, teeth: what figures are made of
    growth     what grows on them: hair, fur, antlers, wings
    land       skies, ranges, woods, water, reeds: what they stand before
    light      the woodcut filter, fog, paper, and what shines
    calls      these as templates call them, with whatever they are given looked at first

Each gives a piece of SVG. Nothing here reads a clock, a locale or a file. Chance comes from the
`Random` that is handed in, which its template's name seeds: the same template draws the same
picture on every machine, and what is added elsewhere changes nothing of it. Numbers are written
with one decimal, so that the last bit of a sine on another machine is never seen.
"""

from tts_tool.build.woodcut.calls import calls

__all__ = ["calls"]
