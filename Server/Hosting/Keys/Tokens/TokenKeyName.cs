using Net.Pkcs11Interop.Common;

namespace IwTune.Server.Hosting.Keys.Tokens;

/// <summary>Names a key that stays in a PKCS #11 token, as a URI (RFC 7512): what a file has in it in place of a private key.</summary>
/// <param name="Token">Label of the token.</param>
/// <param name="Id">CKA_ID of the key pair.</param>
internal sealed record TokenKeyName(string Token, ReadOnlyMemory<byte> Id)
{
    private const string Scheme = "pkcs11:";

    /// <summary>The URI, one line.</summary>
    public string Text =>
        new Pkcs11UriBuilder
        {
            Token = Token,
            Type = CKO.CKO_PRIVATE_KEY,
            Id = Id.ToArray(),
        } + "\n";

    /// <summary>Reads what a key's file has in it.</summary>
    /// <returns><see langword="null"/> when that is something else: a private key, PEM.</returns>
    /// <exception cref="FormatException">It begins as one and names no key.</exception>
    public static TokenKeyName? Read(string text)
    {
        if (!text.StartsWith(Scheme, StringComparison.Ordinal))
            return null;
        try
        {
            var uri = new Pkcs11Uri(text.Trim());
            return uri is { Token: { } token, Id: { } id }
                ? new(token, id)
                : throw new FormatException($"'{text.Trim()}' names no token or no id.");
        }
        catch (Pkcs11UriException malformed)
        {
            throw new FormatException($"'{text.Trim()}' is no PKCS #11 URI: {malformed.Message}", malformed);
        }
    }
}
