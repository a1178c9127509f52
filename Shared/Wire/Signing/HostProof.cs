namespace IwTune.Shared.Wire.Signing;

/// <summary>
/// Proof with a call that the caller has the host's private key: the header <see cref="AgentPaths.ProofHeader"/>,
/// <c>NONCE.NUMBER.BODY.SIGNATURE</c>.
/// </summary>
/// <param name="Nonce">The latest value of <see cref="AgentPaths.NonceHeader"/>, or <see cref="NoNonce"/>.</param>
/// <param name="Number">Random, of this call alone: 8 bytes, base64.</param>
/// <param name="Body">SHA-256 of the body, base64.</param>
/// <param name="Signature">Over <see cref="HostKeys.Call"/>: r‖s, base64.</param>
public sealed record HostProof(string Nonce, string Number, string Body, string Signature)
{
    /// <summary>In the place of a nonce from an agent that has none yet. The server answers with one.</summary>
    public const string NoNonce = "0";

    /// <summary>Value of <c>error</c> in the <c>WWW-Authenticate</c> header of a 401: why the proof was not taken.</summary>
    public const string StaleNonce = "nonce",
        Repeated = "repeated",
        Missing = "missing",
        Wrong = "wrong";

    private const int NumberBytes = 8,
        MostText = 400;

    /// <summary>The number as a value; 0 where <see cref="Number"/> is none.</summary>
    public ulong NumberValue
    {
        get
        {
            Span<byte> bytes = stackalloc byte[NumberBytes];
            return Convert.TryFromBase64String(Number, bytes, out var length) && length == NumberBytes ? BitConverter.ToUInt64(bytes) : 0;
        }
    }

    /// <summary>Reads a header.</summary>
    /// <returns><see langword="null"/> when it is not written as a proof.</returns>
    public static HostProof? Read(string header) =>
        header.Length <= MostText
        && header.Split('.') is [{ Length: > 0 } nonce, { Length: > 0 } number, { Length: > 0 } body, { Length: > 0 } signature]
        && new HostProof(nonce, number, body, signature) is { NumberValue: not 0 } proof
            ? proof
            : null;

    /// <summary>The value of <c>WWW-Authenticate</c> that says why a proof was not taken.</summary>
    public static string Challenge(string error) => $"{AgentPaths.HostScheme} error=\"{error}\"";

    /// <inheritdoc/>
    public override string ToString() => $"{Nonce}.{Number}.{Body}.{Signature}";
}
