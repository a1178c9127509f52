namespace IwTune.Shared.Wire.Signing;

/// <summary>
/// What the hosts of a fleet trust. A host gets it at enrolment, and then in a bundle signed by a key it trusts already; it takes only a
/// higher
/// <paramref name="Number"/> than it has, drops every key that is not in it, and acknowledges the number with its check-ins.
/// </summary>
/// <param name="Fleet">The fleet's id: the pin of its first CA, <c>sha256:</c> and 64 hex digits. It outlives every key.</param>
/// <param name="Number">Grows with every change, from 1.</param>
/// <param name="SigningKeys">Keys that bundles are signed with; at least one.</param>
/// <param name="Authorities">CA certificates that may sign the server's certificate, PEM, the one in use first; at least one.</param>
public sealed record Trust(string Fleet, long Number, IReadOnlyList<SigningKey> SigningKeys, IReadOnlyList<string> Authorities)
{
    /// <summary>Bounds a hostile or mistaken announcement.</summary>
    public const int MostKeys = 8;

    /// <summary>Whether every part is present; a deserialised record can lack any, whatever the annotations promise.</summary>
    public bool IsWhole =>
        this is { Fleet.Length: > 0, Number: > 0, SigningKeys.Count: > 0 and <= MostKeys, Authorities.Count: > 0 and <= MostKeys }
        && SigningKeys.All(key => key is { KeyId: not null, PublicKey: not null } && IsNamedByItself(key))
        && Authorities.All(pem => pem is { Length: > 0 });

    private static bool IsNamedByItself(SigningKey key) => Wire.Signing.SigningKeys.IdOf(key) == key.KeyId;
}
