//! NumPy's file format for one array, as far as bytes in C order go (NumPy, "A Simple File Format
//! for NumPy Arrays").

/// An array of unsigned bytes, the last index fastest.
#[derive(PartialEq, Debug)]
pub(super) struct Bytes<'a> {
    /// Its extents.
    pub(super) shape: Vec<usize>,
    /// Its entries.
    pub(super) data: &'a [u8],
}

impl<'a> Bytes<'a> {
    /// The array in the bytes of a `.npy` file; `None` if they are spoiled or hold anything else.
    pub(super) fn of_npy(file: &'a [u8]) -> Option<Self> {
        let rest = file.strip_prefix(b"\x93NUMPY")?;
        let (version, rest) = rest.split_first_chunk::<2>()?;
        let (length, rest) = match version[0] {
            1 => {
                let (length, rest) = rest.split_first_chunk()?;
                (usize::from(u16::from_le_bytes(*length)), rest)
            }
            2 | 3 => {
                let (length, rest) = rest.split_first_chunk()?;
                (u32::from_le_bytes(*length) as usize, rest)
            }
            _ => return None,
        };
        let (header, data) = rest.split_at_checked(length)?;
        let header: String = std::str::from_utf8(header)
            .ok()?
            .split_whitespace()
            .collect();
        let plain = header.contains("'descr':'|u1'") && header.contains("'fortran_order':False");
        let shape = shape(&header).filter(|_| plain)?;
        let size = shape.iter().try_fold(1_usize, |n, &d| n.checked_mul(d))?;
        (size == data.len()).then_some(Self { shape, data })
    }
}

/// The extents in a header without blanks: `'shape':(6,1),`.
fn shape(header: &str) -> Option<Vec<usize>> {
    let (_, rest) = header.split_once("'shape':(")?;
    let (inside, _) = rest.split_once(')')?;
    let extents = inside.split(',').filter(|extent| !extent.is_empty());
    extents.map(|extent| extent.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn npy(header: &str, data: &[u8]) -> Vec<u8> {
        let length = (header.len() as u16).to_le_bytes();
        [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
    }

    #[test]
    fn an_array_of_bytes_is_read_and_anything_else_refused() {
        let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2, 3), }  \n";
        let file = npy(header, &[1, 2, 3, 4, 5, 6]);
        let array = Bytes::of_npy(&file).unwrap();
        assert_eq!(
            (array.shape, array.data),
            (vec![2, 3], &[1, 2, 3, 4, 5, 6][..])
        );
        let spoiled = [
            npy(header, &[1, 2, 3]),
            npy(&header.replace("|u1", "<i8"), &[0; 6]),
            npy(&header.replace("False", "True"), &[0; 6]),
            npy(
                &header.replace("(2, 3)", "(99999999999999999999, 3)"),
                &[0; 6],
            ),
            npy(&header.replace("(2, 3)", "(2, x)"), &[0; 6]),
            file[..9].to_vec(),
            file[1..].to_vec(),
            Vec::new(),
        ];
        for file in spoiled {
            assert_eq!(Bytes::of_npy(&file), None, "{file:?}");
        }
    }
}
