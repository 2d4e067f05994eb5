"""The brackets of the cut as tables: one line per game.

`first` and `second` say who plays: `#3` is the third seed, `W5` the winner and `L5` the loser of game 5.
`winner` and `loser` say where the two go: to another game, or to their final place (`5-6`: the losers of
that round share these places and are ordered by seed). Games of one `round` can be played at the same time.
The reset of a grand final is played only if the player from the lower bracket wins the grand final. Losers
of the upper bracket drop into the other half of the lower one, so that those who met meet again late.
"""

from typing import Final

_SINGLE_2 = """
game | round | name                | first | second | winner    | loser
   1 |     1 | final               | #1    | #2     | 1         | 2
"""

_SINGLE_3 = """
game | round | name                | first | second | winner    | loser
   1 |     1 | semifinal           | #2    | #3     | to 2      | 3
   2 |     2 | final               | #1    | W1     | 1         | 2
"""

_SINGLE_4 = """
game | round | name                | first | second | winner    | loser
   1 |     1 | semifinal           | #1    | #4     | to 3      | 3-4
   2 |     1 | semifinal           | #2    | #3     | to 3      | 3-4
   3 |     2 | final               | W1    | W2     | 1         | 2
"""

_SINGLE_8 = """
game | round | name                | first | second | winner    | loser
   1 |     1 | quarterfinal        | #1    | #8     | to 5      | 5-8
   2 |     1 | quarterfinal        | #4    | #5     | to 5      | 5-8
   3 |     1 | quarterfinal        | #2    | #7     | to 6      | 5-8
   4 |     1 | quarterfinal        | #3    | #6     | to 6      | 5-8
   5 |     2 | semifinal           | W1    | W2     | to 7      | 3-4
   6 |     2 | semifinal           | W3    | W4     | to 7      | 3-4
   7 |     3 | final               | W5    | W6     | 1         | 2
"""

_SINGLE_16 = """
game | round | name                | first | second | winner    | loser
   1 |     1 | round of 16         | #1    | #16    | to 9      | 9-16
   2 |     1 | round of 16         | #8    | #9     | to 9      | 9-16
   3 |     1 | round of 16         | #5    | #12    | to 10     | 9-16
   4 |     1 | round of 16         | #4    | #13    | to 10     | 9-16
   5 |     1 | round of 16         | #3    | #14    | to 11     | 9-16
   6 |     1 | round of 16         | #6    | #11    | to 11     | 9-16
   7 |     1 | round of 16         | #7    | #10    | to 12     | 9-16
   8 |     1 | round of 16         | #2    | #15    | to 12     | 9-16
   9 |     2 | quarterfinal        | W1    | W2     | to 13     | 5-8
  10 |     2 | quarterfinal        | W3    | W4     | to 13     | 5-8
  11 |     2 | quarterfinal        | W5    | W6     | to 14     | 5-8
  12 |     2 | quarterfinal        | W7    | W8     | to 14     | 5-8
  13 |     3 | semifinal           | W9    | W10    | to 15     | 3-4
  14 |     3 | semifinal           | W11   | W12    | to 15     | 3-4
  15 |     4 | final               | W13   | W14    | 1         | 2
"""

_DOUBLE_4 = """
game | round | name                | first | second | winner    | loser
   1 |     1 | upper round 1       | #1    | #4     | to 3      | to 4
   2 |     1 | upper round 1       | #2    | #3     | to 3      | to 4
   3 |     2 | upper final         | W1    | W2     | to 6      | to 5
   4 |     2 | lower round 1       | L1    | L2     | to 5      | 4
   5 |     3 | lower final         | W4    | L3     | to 6      | 3
   6 |     4 | grand final         | W3    | W5     | 1 or to 7 | 2 or to 7
   7 |     5 | grand final reset   | L6    | W6     | 1         | 2
"""

_DOUBLE_8 = """
game | round | name                | first | second | winner    | loser
   1 |     1 | upper round 1       | #1    | #8     | to 5      | to 7
   2 |     1 | upper round 1       | #4    | #5     | to 5      | to 7
   3 |     1 | upper round 1       | #2    | #7     | to 6      | to 8
   4 |     1 | upper round 1       | #3    | #6     | to 6      | to 8
   5 |     2 | upper round 2       | W1    | W2     | to 9      | to 11
   6 |     2 | upper round 2       | W3    | W4     | to 9      | to 10
   7 |     2 | lower round 1       | L1    | L2     | to 10     | 7-8
   8 |     2 | lower round 1       | L3    | L4     | to 11     | 7-8
   9 |     3 | upper final         | W5    | W6     | to 14     | to 13
  10 |     3 | lower round 2       | W7    | L6     | to 12     | 5-6
  11 |     3 | lower round 2       | W8    | L5     | to 12     | 5-6
  12 |     4 | lower round 3       | W10   | W11    | to 13     | 4
  13 |     5 | lower final         | W12   | L9     | to 14     | 3
  14 |     6 | grand final         | W9    | W13    | 1 or to 15 | 2 or to 15
  15 |     7 | grand final reset   | L14   | W14    | 1         | 2
"""

_DOUBLE_16 = """
game | round | name                | first | second | winner    | loser
   1 |     1 | upper round 1       | #1    | #16    | to 9      | to 13
   2 |     1 | upper round 1       | #8    | #9     | to 9      | to 13
   3 |     1 | upper round 1       | #5    | #12    | to 10     | to 14
   4 |     1 | upper round 1       | #4    | #13    | to 10     | to 14
   5 |     1 | upper round 1       | #3    | #14    | to 11     | to 15
   6 |     1 | upper round 1       | #6    | #11    | to 11     | to 15
   7 |     1 | upper round 1       | #7    | #10    | to 12     | to 16
   8 |     1 | upper round 1       | #2    | #15    | to 12     | to 16
   9 |     2 | upper round 2       | W1    | W2     | to 21     | to 20
  10 |     2 | upper round 2       | W3    | W4     | to 21     | to 19
  11 |     2 | upper round 2       | W5    | W6     | to 22     | to 18
  12 |     2 | upper round 2       | W7    | W8     | to 22     | to 17
  13 |     2 | lower round 1       | L1    | L2     | to 17     | 13-16
  14 |     2 | lower round 1       | L3    | L4     | to 18     | 13-16
  15 |     2 | lower round 1       | L5    | L6     | to 19     | 13-16
  16 |     2 | lower round 1       | L7    | L8     | to 20     | 13-16
  17 |     3 | lower round 2       | W13   | L12    | to 23     | 9-12
  18 |     3 | lower round 2       | W14   | L11    | to 23     | 9-12
  19 |     3 | lower round 2       | W15   | L10    | to 24     | 9-12
  20 |     3 | lower round 2       | W16   | L9     | to 24     | 9-12
  21 |     3 | upper round 3       | W9    | W10    | to 27     | to 25
  22 |     3 | upper round 3       | W11   | W12    | to 27     | to 26
  23 |     4 | lower round 3       | W17   | W18    | to 25     | 7-8
  24 |     4 | lower round 3       | W19   | W20    | to 26     | 7-8
  25 |     5 | lower round 4       | W23   | L21    | to 28     | 5-6
  26 |     5 | lower round 4       | W24   | L22    | to 28     | 5-6
  27 |     4 | upper final         | W21   | W22    | to 30     | to 29
  28 |     6 | lower round 5       | W25   | W26    | to 29     | 4
  29 |     7 | lower final         | W28   | L27    | to 30     | 3
  30 |     8 | grand final         | W27   | W29    | 1 or to 31 | 2 or to 31
  31 |     9 | grand final reset   | L30   | W30    | 1         | 2
"""

TABLES: Final = {
    ("single", 2): _SINGLE_2,
    ("single", 3): _SINGLE_3,
    ("single", 4): _SINGLE_4,
    ("single", 8): _SINGLE_8,
    ("single", 16): _SINGLE_16,
    ("double", 4): _DOUBLE_4,
    ("double", 8): _DOUBLE_8,
    ("double", 16): _DOUBLE_16,
}
