//! The table of bad input: files that are refused, and what the message must say.

/// A file and what its error must say: the line, and words of the finding and of the remedy.
pub(crate) struct Refused {
    pub(crate) text: &'static str,
    pub(crate) line: usize,
    pub(crate) says: &'static [&'static str],
}

pub(crate) const fn refused(
    text: &'static str,
    line: usize,
    says: &'static [&'static str],
) -> Refused {
    Refused { text, line, says }
}

pub(crate) static MALFORMED: &[Refused] = &[
    refused("family = 'tango'\ngrid = \n", 2, &["invalid TOML"]),
    refused("family = 'tango'\ngrid = '''\n0..1\n", 4, &["invalid TOML"]),
    refused(
        "name = 'x'\n",
        1,
        &[
            "no `family`",
            "one of n-queens, queens, star-battle, tents, tango, takuzu",
        ],
    ),
    refused(
        "family = 'tangoo'\n",
        1,
        &["\"tangoo\"", "did you mean \"tango\""],
    ),
    refused(
        "name = 'x'\nfamily = 'queen'\n",
        2,
        &["\"queen\"", "\"queens\""],
    ),
    refused("family = 3\n", 1, &["`family` is 3", "text in quotes"]),
    refused(
        "family = 'tango'\nname = 7\ngrid = '''\n..\n..'''",
        2,
        &["`name` is 7"],
    ),
    refused("family = 'tango'\nsings = []\n", 2, &["`sings`", "`signs`"]),
    refused(
        "family = 'tango'\nunique_lines = true\n",
        2,
        &["unknown key `unique_lines`"],
    ),
    refused(
        "family = 'queens'\nregion_count = 1\n",
        2,
        &["`region_counts`"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\ntopology = 'sphere'",
        3,
        &["\"cylinder\""],
    ),
    refused("family = 'tango'\n", 1, &["no `grid`"]),
    refused(
        "name = 'x'\nfamily = 'queens'\n",
        2,
        &["no board", "`regions`"],
    ),
];

pub(crate) static GRIDS: &[Refused] = &[
    refused(
        "family = 'tango'\ngrid = 3",
        2,
        &["`grid` is 3", "multi-line string"],
    ),
    refused("family = 'tango'\ngrid = ''", 2, &["no cells"]),
    refused(
        "family = 'tango'\ngrid = '''\n0..1\n\n0.1\n....\n....'''",
        5,
        &["row 2", "3 cells", "needs 4"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n0..1\n..?.\n'''",
        4,
        &["r2c3", "'?'", "0, 1, '.'"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n 0 . . 2\n'''",
        3,
        &["r1c4", "'2'"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n...\n...\n'''",
        3,
        &["row 1", "odd", "even"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n....\n....\n....\n'''",
        2,
        &["column 1", "odd"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n.#\n'''",
        4,
        &["row 2", "odd", "`row_ones`"],
    ),
    refused(
        "family = 'takuzu'\nrow_ones = [1]\ngrid = '...'",
        3,
        &["column 1", "odd", "`col_ones`"],
    ),
    refused(
        "family = 'n-queens'\nboard = '''\n..\n.x\n'''",
        4,
        &["r2c2", "'x'", "'#'"],
    ),
    refused(
        "family = 'n-queens'\nboard = '''\n##\n##\n'''",
        1,
        &["no cell"],
    ),
    refused(
        "family = 'queens'\nregions = '''\nAB\nA?\n'''",
        4,
        &["r2c2", "'?'", "a letter"],
    ),
    refused(
        "family = 'queens'\nsize = 2\nregions = '''\nABC\nABC\nABC\n'''",
        2,
        &["`size` is 2", "3 rows"],
    ),
    refused(
        "family = 'queens'\nboard = '..\\n..'\nregions = 'AB\\nAB'",
        2,
        &["'\\\\'"],
    ),
    refused(
        "family = 'queens'\nboard = '''\n..\n..\n'''\nregions = '''\nAB\n'''",
        6,
        &["`regions` has 1 rows", "2 rows of 2"],
    ),
    refused(
        "family = 'queens'\nboard = '''\n..\n..\n'''\nregions = '''\nAB\nA#\n'''",
        8,
        &["r2c2", "has a cell"],
    ),
    refused(
        "family = 'queens'\nboard = '''\n..\n.#\n'''\nregions = '''\nAB\nAB\n'''",
        8,
        &["r2c2", "no cell"],
    ),
    refused(
        "family = 'n-queens'\nsize = 0",
        2,
        &["`size` is 0", "1 to 100"],
    ),
    refused("family = 'n-queens'\nsize = 1000000000", 2, &["1 to 100"]),
    refused(
        "family = 'n-queens'\nsize = 99999999999999999999999",
        2,
        &["1 to 100"],
    ),
    refused(
        "family = 'n-queens'\nsize = '4'",
        2,
        &["`size` is '4'", "integer"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\ndiagonals = '''\n01\n0.\n'''",
        5,
        &["r2c2", "a digit"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\ndiagonals = 'al'",
        3,
        &["`diagonals` is 'al'", "\"all\""],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\ndiagonals = -1",
        3,
        &["`diagonals` is -1"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\ndiagonals = true",
        3,
        &["`diagonals` is true"],
    ),
    refused(
        "family = 'tango'\ngrid = \"\"\"\n..\\\n..\n\"\"\"",
        2,
        &["backslash"],
    ),
];

pub(crate) static CELLS: &[Refused] = &[
    refused(
        "family = 'n-queens'\nsize = 4\nqueens = ['r5c1']",
        3,
        &["r5c1", "off the board", "r4c4"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nqueens = [\n'r1c1',\n'r0c1']",
        5,
        &["\"r0c1\"", "counted from 1"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nqueens = 'r1c1'",
        3,
        &["a list of cells"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nqueens = [3]",
        3,
        &["`queens` is 3"],
    ),
    refused(
        "family = 'queens'\nregions = '''\nA#\n#B\n'''\nempty = ['r1c2']",
        6,
        &["r1c2", "missing cell"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nqueens = ['r1c1', 'R1C1']",
        3,
        &["r1c1 twice"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nqueens = ['r1c2']\nempty = [\n'r1c1',\n'r1c2',\n]",
        6,
        &["r1c2", "line 3"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nattacks = [[0, 0]]",
        3,
        &["attacking itself"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nrays = [[1, 1],\n[1]]",
        4,
        &["`rays` has [1]", "[down, right]"],
    ),
    refused(
        "family = 'n-queens'\nsize = 4\nrays = [[1, 9223372036854775807]]",
        3,
        &["-100 to 100"],
    ),
    refused("family = 'tango'\ngrid = '..\\n..'\n", 2, &["'\\\\'"]),
    refused(
        "family = 'tango'\ngrid = '''\n..\n..'''\nsigns = ['r1c1 r1c2']",
        5,
        &["\"r1c1 r1c2\"", "r1c1 = r1c2"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n..\n..'''\nsigns = ['r1c1 = ']",
        5,
        &["\"r1c1 = \""],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n..\n..'''\nsigns = ['r1c1 == r1c2']",
        5,
        &["a sign is"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n..\n..'''\nsigns = ['a = r1c2']",
        5,
        &["\"a\"", "r1c1"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n..\n..'''\nsigns = [\n'r1c1 = r1c2',\n'r1c1 x r3c1']",
        7,
        &["r3c1", "off the board"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n..\n..'''\nsigns = ['r1c1 x r1c1']",
        5,
        &["r1c1 and itself", "two different"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n..\n..'''\nsigns = ['r1c1 = r1c2',\n'r1c2 x r1c1']",
        6,
        &["a second sign", "line 5"],
    ),
    refused(
        "family = 'tango'\ngrid = '''\n.#.\n...\n.#.'''\nsigns = ['r1c1 = r1c2']",
        4,
        &["odd"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\n[[equal]]\ncells = ['r1c1']",
        6,
        &["1 cells", "two cells"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\n[[differ]]\ncells = ['r1c1','r1c2','r2c1']",
        6,
        &["3 cells", "two cells"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\n[[differ]]\n",
        5,
        &["no `cells` in `differ`"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\n[[equal]]\ncell = ['r1c1','r1c2']",
        6,
        &["`cell` in `equal`", "`cells`"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\n[equal]\ncells = ['r1c1','r1c2']",
        5,
        &["[[equal]]"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\nunique_lines = 1",
        5,
        &["true or false"],
    ),
];

pub(crate) static COUNTS: &[Refused] = &[
    refused(
        "family = 'n-queens'\nsize = 3\nrow_counts = [1, 1]",
        3,
        &["2 counts", "needs 3"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\nrow_counts = [1,\n3]",
        4,
        &["row 2 asks for 3", "2 cells", "at most 2"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\ncol_counts = [1, -1]",
        3,
        &["a count"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\ncol_counts = [1, [1, 3]]",
        3,
        &["[1, 3]", "[v, v+1]"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\ncol_counts = 1",
        3,
        &["a list of counts"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\nrow_counts = [1, 1]\ncol_counts = [1, 2]",
        4,
        &["rows ask for 2", "columns ask for 3", "same total"],
    ),
    refused(
        "family = 'n-queens'\nboard = '''\n...\n...'''",
        1,
        &["the rows ask for 2, the columns ask for 3", "same total"],
    ),
    refused(
        "family = 'n-queens'\nboard = '''\n...\n...'''\nrow_counts = [1, 1]",
        5,
        &["rows ask for 2", "columns ask for 3"],
    ),
    refused(
        "family = 'queens'\nregions = '''\nAAA\nBBB\nBBB\n'''",
        2,
        &["rows ask for 3", "regions ask for 2"],
    ),
    refused(
        "family = 'queens'\nregions = '''\nAB\nCC\n'''",
        2,
        &["regions ask for 3"],
    ),
    refused(
        "family = 'queens'\nregions = '''\nAB\nBB\n'''\n[region_counts]\nA = 2",
        7,
        &["region A asks for 2", "1 cells"],
    ),
    refused(
        "family = 'queens'\nregions = '''\nAB\nBB\n'''\n[region_counts]\nC = 1",
        7,
        &["region C", "regions are A B"],
    ),
    refused(
        "family = 'queens'\nregions = '''\nAB\nBB\n'''\nregion_counts = 3",
        6,
        &["[region_counts]"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\n[region_counts]\nA = 1",
        3,
        &["without `regions`"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\n[[region]]\ncells = ['r1c1']\ncount = 2",
        5,
        &["region 1 asks for 2"],
    ),
    refused(
        "family = 'n-queens'\nsize = 2\n[[region]]\ncount = 2",
        3,
        &["no `cells` in `region`"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\nrow_ones = [1, 2]\ncol_ones = [1, 1]",
        6,
        &["rows ask for 3", "columns ask for 2"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\nregions = '''\nAA\nA.'''",
        5,
        &["without counts", "[region_counts]"],
    ),
    refused(
        "family = 'takuzu'\ngrid = '''\n..\n..'''\nregions = '''\nAA\nA.'''\n[region_counts]\nA = 3",
        9,
        &["regions ask for 3 to 4"],
    ),
];

pub(crate) static STARS_AND_TENTS: &[Refused] = &[
    refused(
        "family = 'star-battle'\nstars = 2",
        1,
        &["no `regions`", "letters"],
    ),
    refused(
        "family = 'star-battle'\nregions = 'A'\nstars = 0",
        3,
        &["`stars` is 0", "1 to 100"],
    ),
    refused(
        "family = 'star-battle'\nstars = 3\nregions = '''\nAA\nBB\n'''",
        1,
        &["row 1 asks for 3", "2 cells"],
    ),
    refused(
        "family = 'star-battle'\ndiagonals = 'all'\nregions = 'A'",
        2,
        &["unknown key `diagonals`"],
    ),
    refused(
        "family = 'tents'\nrow_counts = [1]",
        1,
        &["no `trees`", "T (tree)"],
    ),
    refused(
        "family = 'tents'\ntrees = '''\n.T\n.t\n'''\nrow_counts = [1, 0]\ncol_counts = [1, 0]",
        4,
        &["r2c2", "'t'", "'T' (tree)"],
    ),
    refused("family = 'tents'\ntrees = '..'", 2, &["no tree"]),
    refused(
        "family = 'tents'\ntrees = 'T.'",
        1,
        &["no `row_counts`", "1 counts"],
    ),
    refused(
        "family = 'tents'\ntrees = 'T.'\nrow_counts = [1]",
        1,
        &["no `col_counts`", "2 counts"],
    ),
    refused(
        "family = 'tents'\ntrees = 'T.'\nrow_counts = [1]\ncol_counts = [1]",
        4,
        &["`col_counts` has 1", "needs 2"],
    ),
    refused(
        "family = 'tents'\ntrees = 'T..'\nrow_counts = [2]\ncol_counts = [0, 1, 1]",
        2,
        &["rows ask for 2", "trees ask for 1"],
    ),
    refused(
        "family = 'tents'\ntrees = 'T.'\nrow_counts = [1]\ncol_counts = [1, 0]",
        4,
        &["column 1 asks for 1", "0 cells"],
    ),
    refused(
        "family = 'tents'\ntrees = 'T.'\nrow_counts = [1]\ncol_counts = [0, 1]\ntents = ['r1c1']",
        5,
        &["r1c1", "one that is taken"],
    ),
    refused(
        "family = 'tents'\ntrees = 'T.'\nrow_counts = [1]\ncol_counts = [0, 1]\nempty = ['r1c2']\ntents = ['r1c2']",
        5,
        &["`empty`", "`tents` on line 6"],
    ),
];
