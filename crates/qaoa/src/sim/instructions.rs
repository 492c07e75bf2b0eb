//! Which instructions the loops over numbers are compiled for, and what is compiled for them.
//!
//! A loop is written once, as an [`Operation`] over any [`InstructionSet`], and compiled for each
//! of them. [`Operation::run`] calls the one that the processor has.

use bytemuck::Pod;
use pulp::{Simd, WithSimd};

/// Instructions that loops are compiled for, with what a line of 64 bytes is in their vectors.
pub(crate) trait InstructionSet: pulp::Simd {
    type F64Line: Pod + AsRef<[Self::f64s]> + AsMut<[Self::f64s]>;
    type F32Line: Pod + AsRef<[Self::f32s]> + AsMut<[Self::f32s]>;
}

/// Instructions whose lines are so many vectors.
macro_rules! lines_of {
    ($vectors:literal: $simd:ty) => {
        impl InstructionSet for $simd {
            type F64Line = [<Self as pulp::Simd>::f64s; $vectors];
            type F32Line = [<Self as pulp::Simd>::f32s; $vectors];
        }
    };
}

#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
lines_of!(1: pulp::x86::V4);
#[cfg(all(target_arch = "x86_64", not(fuzzing)))]
lines_of!(2: pulp::x86::V3);
#[cfg(all(target_arch = "aarch64", not(fuzzing)))]
lines_of!(4: pulp::aarch64::Neon);
#[cfg(target_family = "wasm")]
lines_of!(4: pulp::wasm::Simd128);
#[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
lines_of!(4: pulp::Scalar128b);

pub(crate) trait Operation {
    type Output;

    fn with_simd<S: InstructionSet>(self, simd: S) -> Self::Output;

    /// Does it with these instructions. A provided method is compiled beside the operation's type
    /// and not beside [`Instructions`]: else all loops were one piece for the compiler, on one
    /// core.
    fn run(self, instructions: Instructions) -> Self::Output
    where
        Self: Sized,
    {
        match instructions {
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Instructions::Avx512(simd) => Simd::vectorize(simd, CompiledFor(simd, self)),
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Instructions::Avx2(simd) => Simd::vectorize(simd, CompiledFor(simd, self)),
            #[cfg(all(target_arch = "aarch64", not(fuzzing)))]
            Instructions::Neon(simd) => Simd::vectorize(simd, CompiledFor(simd, self)),
            #[cfg(target_family = "wasm")]
            Instructions::Wasm(simd) => Simd::vectorize(simd, CompiledFor(simd, self)),
            #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
            Instructions::Portable => {
                Simd::vectorize(pulp::Scalar128b, CompiledFor(pulp::Scalar128b, self))
            }
        }
    }
}

struct CompiledFor<S, W>(S, W);

impl<S: InstructionSet, W: Operation> WithSimd for CompiledFor<S, W> {
    type Output = W::Output;

    #[inline(always)]
    fn with_simd<Same: pulp::Simd>(self, _: Same) -> W::Output {
        self.1.with_simd(self.0)
    }
}

/// Which instructions the loops are compiled for. All give the same bits, but for WebAssembly's,
/// which round a product before they add to it.
#[derive(Clone, Copy, Debug)]
pub(in crate::sim) enum Instructions {
    /// Vectors of 64 bytes.
    #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
    Avx512(pulp::x86::V4),
    /// Vectors of 32 bytes.
    #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
    Avx2(pulp::x86::V3),
    /// Vectors of 16 bytes.
    #[cfg(all(target_arch = "aarch64", not(fuzzing)))]
    Neon(pulp::aarch64::Neon),
    /// Vectors of 16 bytes in a browser.
    #[cfg(target_family = "wasm")]
    Wasm(pulp::wasm::Simd128),
    /// Plain Rust: vectors are arrays of 16 bytes, as wide as those of NEON and WebAssembly, whose
    /// loops are so tried on every processor.
    #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
    Portable,
}

impl Instructions {
    /// The best that the processor has, unless the environment forces others by name. Fuzzing reads
    /// text: there the loops are compiled once.
    #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
    pub(in crate::sim) fn best() -> Self {
        static BEST: std::sync::OnceLock<Instructions> = std::sync::OnceLock::new();
        *BEST.get_or_init(|| match std::env::var("KETBOARD_INSTRUCTIONS").as_deref() {
            Ok("portable") => Self::Portable,
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Ok("AVX2+FMA") => pulp::x86::V3::try_new().map_or(Self::Portable, Self::Avx2),
            Ok(_) | Err(_) => Self::native().unwrap_or(Self::Portable),
        })
    }

    #[cfg(all(target_family = "wasm", target_feature = "simd128"))]
    pub(in crate::sim) fn best() -> Self {
        Self::native().expect("what is compiled with vectors runs where there are vectors")
    }

    fn native() -> Option<Self> {
        #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
        return pulp::x86::V4::try_new()
            .map(Self::Avx512)
            .or_else(|| pulp::x86::V3::try_new().map(Self::Avx2));
        #[cfg(all(target_arch = "aarch64", not(fuzzing)))]
        return pulp::aarch64::Neon::try_new().map(Self::Neon);
        #[cfg(target_family = "wasm")]
        return pulp::wasm::Simd128::try_new().map(Self::Wasm);
        #[allow(unreachable_code, reason = "on other processors")]
        None
    }

    pub(in crate::sim) fn name(self) -> &'static str {
        match self {
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Self::Avx512(_) => "AVX-512",
            #[cfg(all(target_arch = "x86_64", not(fuzzing)))]
            Self::Avx2(_) => "AVX2+FMA",
            #[cfg(all(target_arch = "aarch64", not(fuzzing)))]
            Self::Neon(_) => "NEON",
            #[cfg(target_family = "wasm")]
            Self::Wasm(_) => "WebAssembly SIMD",
            #[cfg(not(all(target_family = "wasm", target_feature = "simd128")))]
            Self::Portable => "portable",
        }
    }

    #[cfg(test)]
    pub(in crate::sim) fn all() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        all.extend(pulp::x86::V3::try_new().map(Self::Avx2));
        all.extend(Self::native());
        all.dedup_by_key(|with| with.name());
        all
    }
}
