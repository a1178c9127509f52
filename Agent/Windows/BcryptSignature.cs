using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Agent.Windows;

/// <summary>
/// ECDSA P-256 by bcrypt.dll, for the build that the tests under Wine run: Wine 8 has bcrypt's ECDSA, but not the part of ncrypt that
/// .NET's <see cref="ECDsa"/> needs (0x80090029). No package contains this class.
/// </summary>
internal static partial class BcryptSignature
{
    private const int Coordinate = 32;

    // bcrypt.h: BCRYPT_ECDSA_P256_ALGORITHM, BCRYPT_ECCPUBLIC_BLOB and BCRYPT_ECDSA_PUBLIC_P256_MAGIC.
    private const string Algorithm = "ECDSA_P256",
        PublicBlob = "ECCPUBLICBLOB";
    private const uint PublicMagic = 0x31534345;

    /// <summary>A SubjectPublicKeyInfo of a P-256 key up to its coordinates: RFC 5480 §2, an uncompressed point.</summary>
    private static ReadOnlySpan<byte> Prefix =>
        [0x30, 0x59, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7, 3, 0x42, 0, 4];

    /// <inheritdoc cref="SignatureCheck"/>
    public static bool Fits(SigningKey key, byte[] signed, byte[] signature)
    {
        var info = new byte[Prefix.Length + 2 * Coordinate];
        if (
            !Convert.TryFromBase64String(key.PublicKey, info, out var length)
            || length != info.Length
            || !info.AsSpan().StartsWith(Prefix)
            || signature.Length != 2 * Coordinate
        )
            return false;
        var blob = Blob(info.AsSpan(Prefix.Length));
        if (BCryptOpenAlgorithmProvider(out var algorithm, Algorithm, null, 0) != 0)
            return false;
        var imported = BCryptImportKeyPair(algorithm, 0, PublicBlob, out var opened, blob, blob.Length, 0);
        var hash = SHA256.HashData(signed);
        var fits = imported == 0 && BCryptVerifySignature(opened, 0, hash, hash.Length, signature, signature.Length, 0) == 0;
        if (imported == 0)
            _ = BCryptDestroyKey(opened);
        _ = BCryptCloseAlgorithmProvider(algorithm, 0);
        return fits;
    }

    private static byte[] Blob(ReadOnlySpan<byte> coordinates)
    {
        var blob = new byte[Unsafe.SizeOf<KeyBlob>() + coordinates.Length];
        MemoryMarshal.Write(blob, new KeyBlob { Magic = PublicMagic, CoordinateLength = Coordinate });
        coordinates.CopyTo(blob.AsSpan(Unsafe.SizeOf<KeyBlob>()));
        return blob;
    }

    /// <summary>BCRYPT_ECCKEY_BLOB (bcrypt.h); both coordinates follow it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private struct KeyBlob
    {
        public uint Magic,
            CoordinateLength;
    }

    [LibraryImport("bcrypt.dll", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int BCryptOpenAlgorithmProvider(out nint algorithm, string name, string? implementation, uint flags);

    [LibraryImport("bcrypt.dll", StringMarshalling = StringMarshalling.Utf16)]
    private static partial int BCryptImportKeyPair(
        nint algorithm,
        nint importKey,
        string blobType,
        out nint key,
        byte[] blob,
        int length,
        uint flags
    );

    [LibraryImport("bcrypt.dll")]
    private static partial int BCryptVerifySignature(
        nint key,
        nint padding,
        byte[] hash,
        int hashLength,
        byte[] signature,
        int length,
        uint flags
    );

    [LibraryImport("bcrypt.dll")]
    private static partial int BCryptDestroyKey(nint key);

    [LibraryImport("bcrypt.dll")]
    private static partial int BCryptCloseAlgorithmProvider(nint algorithm, uint flags);
}
