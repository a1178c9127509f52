namespace IwTune.Agent.Linux.Tpm;

/// <summary>
/// Keys whose private half only one TPM can use (TCG TPM 2.0 Library, Part 3). A key is kept as a blob that this TPM wrapped; each use
/// loads it anew, so that nothing of ours stays in the TPM.
/// </summary>
/// <param name="path">The device, or a Unix socket.</param>
internal sealed class TpmKeys(string path)
{
    private const uint Owner = 0x40000001,
        NullHierarchy = 0x40000007;
    private const int HashCheck = 0x8024,
        Coordinate = 32;

    /// <summary>A wrapped key.</summary>
    /// <param name="Private">TPM2B_PRIVATE without its length: encrypted by the TPM.</param>
    /// <param name="Public">TPMT_PUBLIC.</param>
    public sealed record Wrapped(byte[] Private, byte[] Public);

    /// <summary>SubjectPublicKeyInfo of a P-256 key up to its coordinates: RFC 5480 §2, an uncompressed point.</summary>
    private static ReadOnlySpan<byte> Prefix =>
        [0x30, 0x59, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7, 3, 0x42, 0, 4];

    /// <summary>Whether there is a TPM to try.</summary>
    public bool IsThere => File.Exists(path);

    /// <summary>Makes a signing key (12.1, TPM2_Create).</summary>
    /// <exception cref="TpmException">There is no key.</exception>
    public Wrapped Make()
    {
        using var tpm = TpmChannel.Open(path);
        return UnderParent(
            tpm,
            parent =>
            {
                var made = tpm.Run("TPM2_Create", New(parent, TpmTemplates.Signing).Command(0x153));
                made.Long();
                return new Wrapped(made.Sized(), made.Sized());
            }
        );
    }

    /// <summary>Signs (20.2, TPM2_Sign) with a key that is loaded for it (12.2, TPM2_Load).</summary>
    /// <param name="key">The key.</param>
    /// <param name="digest">SHA-256 of what is signed.</param>
    /// <returns>r‖s.</returns>
    /// <exception cref="TpmException">There is no signature.</exception>
    public byte[] Sign(Wrapped key, ReadOnlySpan<byte> digest)
    {
        var hashed = digest.ToArray();
        using var tpm = TpmChannel.Open(path);
        return UnderParent<byte[]>(
            tpm,
            parent =>
            {
                var loaded = tpm.Run(
                        "TPM2_Load",
                        new TpmWriter().Long(parent).Authorized().Sized(key.Private).Sized(key.Public).Command(0x157)
                    )
                    .Long();
                try
                {
                    var signed = tpm.Run(
                        "TPM2_Sign",
                        new TpmWriter()
                            .Long(loaded)
                            .Authorized()
                            .Sized(hashed)
                            .Short(TpmTemplates.Ecdsa)
                            .Short(TpmTemplates.Sha256)
                            .Short(HashCheck)
                            .Long(NullHierarchy)
                            .Sized([])
                            .Command(0x15D)
                    );
                    signed.Long();
                    signed.Skip(4);
                    return [.. Whole(signed.Sized()), .. Whole(signed.Sized())];
                }
                finally
                {
                    Flush(tpm, loaded);
                }
            }
        );
    }

    /// <summary>The public half as SubjectPublicKeyInfo.</summary>
    /// <exception cref="TpmException">The public area is none of ours.</exception>
    public static byte[] PublicKey(Wrapped key)
    {
        var (x, y) = TpmTemplates.Point(key.Public);
        return [.. Prefix, .. Whole(x), .. Whole(y)];
    }

    /// <summary>The parent storage key is derived anew from the owner's seed each time (24.1, TPM2_CreatePrimary).</summary>
    private static T UnderParent<T>(TpmChannel tpm, Func<uint, T> use)
    {
        var parent = tpm.Run("TPM2_CreatePrimary", New(Owner, TpmTemplates.Parent).Command(0x131)).Long();
        try
        {
            return use(parent);
        }
        finally
        {
            Flush(tpm, parent);
        }
    }

    /// <summary>
    /// The parameters of both calls that make a key: no password and no data of ours, the template, nothing from outside, no PCR.
    /// </summary>
    private static TpmWriter New(uint under, byte[] template) =>
        new TpmWriter().Long(under).Authorized().Short(4).Sized([]).Sized([]).Sized(template).Sized([]).Long(0);

    /// <summary>28.4, TPM2_FlushContext: a TPM has room for a few objects only.</summary>
    private static void Flush(TpmChannel tpm, uint handle)
    {
        try
        {
            tpm.Run("TPM2_FlushContext", new TpmWriter().Long(handle).Command(0x165, authorized: false));
        }
        catch (TpmException)
        {
            // The resource manager flushes when the device is closed.
        }
    }

    /// <summary>A TPM may omit leading zeros.</summary>
    private static byte[] Whole(byte[] coordinate)
    {
        if (coordinate.Length > Coordinate)
            throw new TpmException("The TPM returned a number that is too long for P-256.");
        return [.. new byte[Coordinate - coordinate.Length], .. coordinate];
    }
}
