namespace IwTune.Agent.Linux.Tpm;

/// <summary>The templates of keys: TPMT_PUBLIC with TPMS_ECC_PARMS (Part 2, 12.2.4 and 12.2.3.6).</summary>
internal static class TpmTemplates
{
    /// <summary>TPM_ALG_ID (Part 2, 6.3).</summary>
    public const int Aes = 0x0006,
        Sha256 = 0x000B,
        Null = 0x0010,
        Ecdsa = 0x0018,
        Ecc = 0x0023,
        Cfb = 0x0043;

    private const int NistP256 = 0x0003;

    /// <summary>
    /// TPMA_OBJECT (Part 2, 8.3): made in this TPM and never exported, used with its password, excluded from the dictionary attack lockout.
    /// </summary>
    private const uint Fixed = (1u << 1) | (1u << 4) | (1u << 5) | (1u << 6) | (1u << 10);

    private const uint Restricted = 1u << 16,
        Decrypt = 1u << 17,
        Sign = 1u << 18;

    /// <summary>
    /// A storage key: it only protects the keys under it. The same template gives the same key as long as the owner's seed stays.
    /// </summary>
    public static byte[] Parent { get; } =
        Template(Fixed | Restricted | Decrypt, symmetric => symmetric.Short(Aes).Short(128).Short(Cfb), scheme => scheme.Short(Null));

    /// <summary>A key that signs with ECDSA and SHA-256.</summary>
    public static byte[] Signing { get; } =
        Template(Fixed | Sign, symmetric => symmetric.Short(Null), scheme => scheme.Short(Ecdsa).Short(Sha256));

    /// <summary>The coordinates in a public area that was made by <see cref="Signing"/>.</summary>
    public static (byte[] X, byte[] Y) Point(byte[] publicArea)
    {
        var reader = new TpmReader(publicArea);
        // type, nameAlg, objectAttributes; authPolicy; symmetric, scheme with its hash, curve, kdf.
        reader.Skip(8);
        reader.Sized();
        reader.Skip(10);
        return (reader.Sized(), reader.Sized());
    }

    private static byte[] Template(uint attributes, Func<TpmWriter, TpmWriter> symmetric, Func<TpmWriter, TpmWriter> scheme)
    {
        var template = new TpmWriter().Short(Ecc).Short(Sha256).Long(attributes).Sized([]);
        // The key derivation function is none; the TPM makes the point.
        return scheme(symmetric(template)).Short(NistP256).Short(Null).Sized([]).Sized([]).Bytes();
    }
}
