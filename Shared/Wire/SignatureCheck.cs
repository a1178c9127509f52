namespace IwTune.Shared.Wire;

/// <summary>The one primitive of verifying an envelope: whether this key made this signature, ECDSA P-256 with SHA-256.</summary>
/// <param name="key">The key.</param>
/// <param name="signed">The pre-authentication encoding that was signed.</param>
/// <param name="signature">r‖s (IEEE P1363), as received: any length, any bytes.</param>
/// <returns>False also when the key cannot be read.</returns>
public delegate bool SignatureCheck(SigningKey key, byte[] signed, byte[] signature);
